// The page with its games beside it on a static host, and no server that thinks.

import "./local/install_site.js";
import "./main.js";
