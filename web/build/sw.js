// Keeps the page's files. The build fills in which they are; a new build is a new version with a cache of its own.
const files = __FILES__;
const cache = `vanguard-${__VERSION__}`;

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(cache)
      .then((kept) => kept.addAll(files))
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
    event.respondWith(fetch(event.request).catch(() => caches.match('/', { cacheName: cache })));
    return;
  }
  event.respondWith(caches.match(event.request, { cacheName: cache }).then((kept) => kept ?? fetch(event.request)));
});
