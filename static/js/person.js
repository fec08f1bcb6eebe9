/* The socket of the person: on a page of no match it hears that something of theirs has changed, and those parts of the
   page that listen to the event `person` of the body are asked for anew. Without it the page is as it was drawn. */
import { pause, served } from "./match/backoff.js";

const SIGNED_OUT = 4401;
const NEVER_AGAIN = [4400, 4403];
const SILENT_MS = 20_000; // the server says something every four seconds

let socket = null;
let stamp = document.querySelector("[data-stamp]")?.dataset.stamp;
let losses = 0;
let heard = 0;

/* What the shelf says is sent to nobody who looks at it. */
const looksAtShelf = () => document.visibilityState === "visible" && document.getElementById("shelf") !== null;
const seen = () => JSON.stringify({ kind: "seen", version: 0, visible: looksAtShelf() || undefined });
const changed = () => window.htmx.trigger(document.body, "person");

function open() {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const own = new WebSocket(`${scheme}://${location.host}/ws/person/`);
  socket = own;
  heard = performance.now();
  own.addEventListener("message", ({ data }) => {
    served();
    heard = performance.now();
    own.send(seen());
    const said = JSON.parse(data);
    if (said.person) changed();
    if (!("stamp" in said)) return;
    if (losses || (stamp !== undefined && stamp !== said.stamp)) changed();
    stamp = said.stamp;
    losses = 0;
  });
  own.addEventListener("close", ({ code }) => {
    if (own !== socket) return;
    socket = null;
    losses += 1;
    if (code === SIGNED_OUT || NEVER_AGAIN.includes(code)) return;
    setTimeout(open, pause());
  });
}

/* A page that was asleep may hold a socket that is dead, and has not heard it. */
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible" && socket && performance.now() - heard > SILENT_MS) socket.close();
});

open();
