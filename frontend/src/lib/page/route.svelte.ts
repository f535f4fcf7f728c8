/** The page is chosen by the part of the address after the hash, which is safe to share. */

export type Route =
  | { page: "home" }
  | { page: "table"; table: string }
  | { page: "replay"; table: string; at: number | null }
  | { page: "file" }
  | { page: "shared"; record: string }
  | { page: "learn"; edition: string }
  /** A position to be tried out. */
  | { page: "try"; position: string }
  /** A game against bots that begins at once. */
  | { page: "new"; edition: string }
  | { page: "rules"; edition: string };

export function parseRoute(hash: string): Route {
  const [kind, table, at] = hash.replace(/^#\/?/, "").split("/");
  if (kind === "t" && table) return { page: "table", table };
  if (kind === "r" && table) return { page: "replay", table, at: at ? Number(at) || 0 : null };
  if ((kind === "learn" || kind === "rules") && table) return { page: kind, edition: table };
  if (kind === "p" && table) return { page: "try", position: decodeURIComponent(table) };
  if (kind === "new" && table) return { page: "new", edition: table };
  if (kind === "g" && table) return { page: "shared", record: table };
  if (kind === "file") return { page: "file" };
  return { page: "home" };
}

export const place: { route: Route } = $state({
  route: parseRoute(typeof location === "undefined" ? "" : location.hash),
});

export function listen(): void {
  addEventListener("hashchange", () => (place.route = parseRoute(location.hash)));
}

export function go(hash: string): void {
  location.hash = hash;
}
