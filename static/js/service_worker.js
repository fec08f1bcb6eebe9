/* The service worker: it shows what is pushed, opens what it is about, and has a page for "no network". It keeps built
   files, whose names change with what they hold, and never a page: what is somebody's own is asked for each time.

   The server puts SITE before this text (alfapower/web/service_worker.py), so that each release has a worker of its
   own, with a cache of its own. */
const CACHE = `alfapower-${SITE.release}`;
const SHOWN = "/no-network/"; // the copy of SITE.pages in the language that was read last
const HASHED = /\.[0-9a-f]{12}\.\w+$/;
let language = "";

/* ---- one release after the other: files are named by what they hold, so open pages go on with the new worker ---- */

async function keep() {
  const cache = await caches.open(CACHE);
  const pages = Object.values(SITE.pages).map((address) => new Request(address, { cache: "reload" }));
  await cache.addAll([...pages, ...SITE.files]);
}

async function takeOver() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(keep());
});
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));

/* ---- pages and files ---- */

const kept = async (request) => (await caches.open(CACHE)).match(request);

async function noNetwork() {
  const usual = SITE.pages[navigator.language.slice(0, 2)] ?? Object.values(SITE.pages)[0];
  const page = (await kept(SHOWN)) ?? (await kept(usual));
  return page ?? Response.error();
}

async function noteLanguage(answer) {
  const said = answer.headers.get("Content-Language");
  if (!SITE.pages[said] || said === language) return;
  language = said;
  const page = await kept(SITE.pages[said]);
  if (page) await (await caches.open(CACHE)).put(SHOWN, page);
}

async function page(event) {
  let answer;
  try {
    answer = (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return noNetwork();
  }
  event.waitUntil(Promise.allSettled([noteLanguage(answer), takeAwayWhatIsFalse()]));
  return answer;
}

async function builtFile(event) {
  const found = await kept(event.request).catch(() => null); // a full disk: as if nothing were kept
  if (found) return found;
  const answer = await fetch(event.request);
  if (answer.status === 200) {
    const copy = answer.clone();
    event.waitUntil(
      caches
        .open(CACHE)
        .then((cache) => cache.put(event.request, copy))
        .catch(() => {}),
    );
  }
  return answer;
}

self.addEventListener("fetch", (event) => {
  const { method, mode, url, headers } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== self.location.origin || headers.has("range")) return;
  if (mode === "navigate") event.respondWith(page(event));
  else if (!pathname.startsWith(SITE.static)) return;
  else if (HASHED.test(pathname)) event.respondWith(builtFile(event));
  else if (SITE.files.includes(pathname))
    event.respondWith(fetch(event.request).catch(async (fault) => (await kept(pathname)) ?? Promise.reject(fault)));
});

/* ---- news ---- */

const shown = () => self.registration.getNotifications();

async function takeAwayWhatIsFalse(besides) {
  const asked = (await shown()).filter(({ tag }) => tag && tag !== besides);
  if (!asked.length) return;
  try {
    const answer = await fetch(SITE.true, { headers: { Accept: "application/json" } });
    if (!answer.ok) return;
    const { topics } = await answer.json();
    asked.filter(({ tag }) => !topics.includes(tag)).forEach((notification) => notification.close());
  } catch {
    /* nobody says what is true: when the worker next runs */
  }
}

function read(data) {
  try {
    return data.json() ?? {};
  } catch {
    return {};
  }
}

async function tell({ topic, title, line, path, withdrawn }) {
  const isGone = ({ tag }) => Array.isArray(withdrawn) && tag !== topic && withdrawn.includes(tag);
  (await shown()).filter(isGone).forEach((notification) => notification.close());
  await self.registration.showNotification(title || "AlfaPower", {
    body: line ?? "",
    tag: topic || "alfapower",
    renotify: true, // a newer one takes the place of the older, and is heard all the same
    icon: SITE.icon,
    badge: SITE.badge,
    data: { path },
  });
  await takeAwayWhatIsFalse(topic || "alfapower");
}

function own(path) {
  try {
    const address = new URL(path ?? "/", self.location.origin);
    if (address.origin === self.location.origin) return address;
  } catch {
    /* no address */
  }
  return new URL("/", self.location.origin);
}

async function open(path) {
  const { href, pathname } = own(path);
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find((one) => new URL(one.url).pathname === pathname);
  return there ? there.focus() : self.clients.openWindow(href); // another match's window stays where it is
}

/* The browser has another subscription, or lost its own and gets one: the site is told, with no page open. Not where
   pushes were switched off: there the site gives no key. */
async function subscribeAnew(made) {
  const answer = await fetch(SITE.renew, { headers: { Accept: "application/json" } });
  if (answer.status !== 200) return;
  const { key, token } = await answer.json();
  const { pushManager } = self.registration;
  const subscription = made ?? (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const body = JSON.stringify({ ...subscription.toJSON(), zone });
  await fetch(SITE.subscribe, { method: "POST", headers: { "X-CSRFToken": token }, body });
}

self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(subscribeAnew(event.newSubscription)));
self.addEventListener("push", (event) => event.waitUntil(tell(read(event.data))));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path));
});
