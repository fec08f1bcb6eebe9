/* The home page and the pages of games: the puzzle that one can touch, the wish to be told when somebody comes, and the
   offer of the installed site, the pause of Quick Join. Nothing here is needed: without it the puzzle has a page of its
   own, and the line says who waits. */
import { beginInstalling } from "./home/install.js";
import { beginPauses } from "./home/pause.js";
import { beginPuzzle } from "./home/puzzle.js";
import { beginSharing } from "./home/share.js";
import { beginTelling } from "./home/tell.js";

beginPuzzle();
beginSharing();
beginTelling();
beginInstalling();
beginPauses();
