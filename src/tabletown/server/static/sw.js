// The service worker: without a network it shows one page that says so. It keeps that page and its style sheets, asked
// for without cookies, and nothing else: no table, nothing of a reader. A notification that is pressed leads to its table.

const KEPT = "tabletown-offline-1";
const PAGE = "/offline";
const FILES = [PAGE, "/static/site.css", "/static/fonts.css", "/static/pieces.css"];

self.addEventListener("install", (event) => {
  const files = FILES.map((file) => new Request(file, { credentials: "omit", cache: "reload" }));
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(files)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name.startsWith("tabletown-") && name !== KEPT);
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const url = new URL(request.url);
  const isOurs = url.origin === location.origin;
  if (request.mode === "navigate" && isOurs) {
    event.respondWith(fetch(request).catch(() => caches.match(PAGE, { cacheName: KEPT })));
  } else if (isOurs && !self.navigator.onLine && FILES.includes(url.pathname)) {
    event.respondWith(caches.match(url.pathname, { cacheName: KEPT }).then((kept) => kept ?? fetch(request)));
  }
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const target = event.notification.data?.path ?? "/you";
  event.waitUntil(self.clients.matchAll({ type: "window" }).then((windows) => {
    const open = windows.find((each) => new URL(each.url).pathname === target);
    return open ? open.focus() : self.clients.openWindow(target);
  }));
});
