/* Flex's match page: tiles picked up on the board, its ledger and its drawings, and then the page of every game. */
import "./flex/lifting.js";
import "./match/ledger.js";
import "./flex/trails.js";
import "./flex/before.js";
import "./flex/invitation.js";
import "./match.js";
