// The lab as a page of a server.

import { addServedPage } from "../server/served_pages.js";
import { openLab } from "./lab_page.js";

addServedPage("lab", openLab);
