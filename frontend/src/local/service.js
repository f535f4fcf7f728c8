// Keeps every file of one version, so that it plays without a network. A later version is fetched beside it and
// takes over when the page asks for it; until then pages and files of one version stay together.
const CACHE = `tsuro-site-${"VERSION"}`;
const FILES = [/* FILES */];

async function install() {
  const cache = await caches.open(CACHE);
  // What has its content in its name may come from the version before.
  await Promise.all(
    FILES.map(async (name) => {
      const request = new Request(name, { cache: name.includes("/") && name !== "./" ? "default" : "no-cache" });
      const answer = (/^(assets|python|data)\//.test(name) && (await caches.match(request))) || (await fetch(request));
      if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
      await cache.put(request, answer);
    }),
  );
  // The very first version has nobody to disturb.
  if (!self.registration.active) await self.skipWaiting();
}

async function activate() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith("tsuro-site-") && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function answer(request) {
  const cache = await caches.open(CACHE);
  const held = await cache.match(request, { ignoreSearch: true });
  return held ?? fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", (event) => {
  if (event.data === "take over") void self.skipWaiting();
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(self.registration.scope)) event.respondWith(answer(request));
});
