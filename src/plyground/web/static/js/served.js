// The page of a server, with a browser that thinks for itself where it can.

import "./lab/install_lab.js";
import "./local/install_thinking.js";
import "./theorem/install_theorem.js";
import "./main.js";
