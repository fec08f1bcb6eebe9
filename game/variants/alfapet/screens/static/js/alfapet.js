/* Alfapet's match page: what it lays beside letters, its ledger and its drawings, and then the page of every game. */
import "./alfapet/laying.js";
import "./match/ledger.js";
import "./alfapet/ribbon.js";
import "./alfapet/best.js";
import "./match.js";
