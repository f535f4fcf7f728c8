/** Reads the engine's values out of generic JSON, nested or flat. */

export type Numbers = number[];

/** Cells, stops, places and crossings are lists of numbers, whichever way they are nested. */
export function numbers(value: unknown): Numbers {
  if (typeof value === "number") return [value];
  if (Array.isArray(value)) return value.flatMap(numbers);
  return [];
}

export function cellOf(value: unknown): [number, number] | null {
  const [col, row] = numbers(value);
  return col === undefined || row === undefined ? null : [col, row];
}

export function stopOf(value: unknown): [number, number, number] | null {
  const [col, row, port] = numbers(value);
  return col === undefined || row === undefined || port === undefined ? null : [col, row, port];
}

export function routeOf(value: unknown): [number, number, number, number][] {
  const flat = numbers(value);
  const route: [number, number, number, number][] = [];
  for (let i = 0; i + 3 < flat.length; i += 4) {
    route.push([flat[i]!, flat[i + 1]!, flat[i + 2]!, flat[i + 3]!]);
  }
  return route;
}

export interface Laid {
  tile: string;
  rotation: number;
  face: number;
}

export function laidOf(value: unknown): Laid | null {
  if (Array.isArray(value) && typeof value[0] === "string") {
    return { tile: value[0], rotation: Number(value[1] ?? 0), face: Number(value[2] ?? 0) };
  }
  if (value && typeof value === "object" && "tile" in value) {
    const laid = value as Partial<Laid>;
    return { tile: String(laid.tile), rotation: laid.rotation ?? 0, face: laid.face ?? 0 };
  }
  return null;
}

export const asNumber = (value: unknown): number | null => (typeof value === "number" ? value : null);
export const asText = (value: unknown): string => (typeof value === "string" ? value : "");
