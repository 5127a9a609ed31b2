// Playing against a theorem, as a page of a server.

import { addServedPage } from "../server/served_pages.js";
import { openTheorem } from "./theorem_page.js";

addServedPage("theorem", openTheorem);
