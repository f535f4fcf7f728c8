/** Answers that are always the same are files; `tools/make_site.py` writes them under these names. */

const ALWAYS_THE_SAME = /^\/api\/(editions|bots|demo|rules)(\/|$)/;
const SHADES: Record<string, string> = {
  "dark=1": ".dark",
  "dark=0": ".light",
  "language=en": ".en",
  "language=de": ".de",
};

/** Null for what has to be worked out. */
export function staticName(path: string, search: string): string | null {
  if (!ALWAYS_THE_SAME.test(path)) return null;
  const shade = SHADES[search.replace(/^\?/, "")] ?? "";
  const name = path.replace("/api/", "");
  return name.endsWith(".svg") ? name.replace(/\.svg$/, `${shade}.svg`) : `${name}${shade}.json`;
}
