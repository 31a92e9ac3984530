// Keeps the page's files. The build fills in which they are; a new build is a new version with a cache of its own.
const files = __FILES__;
const cache = `vanguard-${__VERSION__}`;
// A file is the same however it was packed on its way here and whoever asked for it.
const kept = { cacheName: cache, ignoreVary: true };

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(cache)
      .then((store) => store.addAll(files))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== cache).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (/^\/(api|healthz|metrics)(\/|$)/.test(url.pathname)) return;
  if (event.request.mode === 'navigate') {
    // The newest page if the server is there, the kept one if it is not.
    event.respondWith(fetch(event.request).catch(() => caches.match('/', kept)));
    return;
  }
  event.respondWith(caches.match(event.request, kept).then((file) => file ?? fetch(event.request)));
});
