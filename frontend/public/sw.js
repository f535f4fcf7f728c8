// Keeps the page itself at hand, so that it opens at once and while the server restarts.
// Games are never cached: everything under /api and /ws goes to the server.
const CACHE = "tsuro-page-1";

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((n) => n !== CACHE).map((n) => caches.delete(n))))
      .then(() => self.clients.claim()),
  );
});

async function fromCacheFirst(request) {
  const cache = await caches.open(CACHE);
  const held = await cache.match(request);
  if (held) return held;
  const fresh = await fetch(request);
  if (fresh.ok) await cache.put(request, fresh.clone());
  return fresh;
}

async function fromServerFirst(request) {
  const cache = await caches.open(CACHE);
  try {
    const fresh = await fetch(request);
    if (fresh.ok) await cache.put(request, fresh.clone());
    return fresh;
  } catch (error) {
    const held = await cache.match(request);
    if (held) return held;
    throw error;
  }
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith("/assets/")) event.respondWith(fromCacheFirst(event.request));
  else if (["/", "/icon.svg", "/manifest.webmanifest"].includes(url.pathname))
    event.respondWith(fromServerFirst(event.request));
});
