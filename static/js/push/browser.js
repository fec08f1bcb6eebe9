/* What a browser can and may do about pushes, and how it subscribes. */

const WAIT_MS = 15000;

export const isPossible = () => isSecureContext && "serviceWorker" in navigator && "PushManager" in window;
export const isBlocked = () => isPossible() && Notification.permission === "denied";

/* An iPhone or iPad pushes to what was put on its home screen, and to nothing else. */
export const wantsHomeScreen = () =>
  isSecureContext && !("PushManager" in window) && /iPhone|iPad|Macintosh.*Mobile/.test(navigator.userAgent);

const token = () => document.querySelector("meta[name=csrf-token]").content;
export const post = (address, body) =>
  fetch(address, { method: "POST", headers: { "X-CSRFToken": token() }, body, keepalive: true });

const bytes = (base64url) =>
  Uint8Array.from(atob(base64url.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));

const soon = (promise) =>
  Promise.race([promise, new Promise((_, fail) => setTimeout(fail, WAIT_MS, new Error("no service worker")))]);

/* Ask the reader, by the browser's own question, and tell the site: within a press. True where the site has it. */
export async function subscribe(key, address) {
  if ((await Notification.requestPermission()) !== "granted") return false;
  const { pushManager } = await soon(navigator.serviceWorker.ready);
  const wanted = { userVisibleOnly: true, applicationServerKey: bytes(key) };
  /* One that was made for another key of the site's stands in the way. */
  const subscription = await pushManager.subscribe(wanted).catch(async (error) => {
    const old = await pushManager.getSubscription();
    if (!old) throw error;
    await old.unsubscribe();
    return pushManager.subscribe(wanted);
  });
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const answer = await post(address, JSON.stringify({ ...subscription.toJSON(), zone }));
  return answer.ok;
}
