/* A number by which an onlooker's browser is counted once, drawn at random and for a day. It says nothing of who that
   is, and the site keeps it with no match for longer than an onlooker is counted. */
import { $ } from "./match/page.js";

const KEPT = "alfapower-browser";
const DAY = 24 * 60 * 60 * 1000;

const drawn = () =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

function browserMark() {
  try {
    const { mark, until } = JSON.parse(localStorage.getItem(KEPT)) ?? {};
    if (mark && until > Date.now()) return mark;
    const fresh = drawn();
    localStorage.setItem(KEPT, JSON.stringify({ mark: fresh, until: Date.now() + DAY }));
    return fresh;
  } catch {
    return drawn(); // a browser that keeps nothing: each page is counted
  }
}

$("#match").dataset.browser = browserMark();
