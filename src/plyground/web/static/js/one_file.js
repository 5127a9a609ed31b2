// The page with a game in the same file, and no server.

import "./local/install_one_file.js";
import "./main.js";
