/** What a person has set for this browser; kept in local storage. */

export interface Settings {
  language: "en" | "de";
  theme: "system" | "light" | "dark";
  speed: number;
  confirm: boolean;
  sound: boolean;
  /** Whether letters are shortcuts. */
  keys: boolean;
  /** Whether the log tells names of tiles and marks, too. */
  exact: boolean;
  name: string;
  guideSeen: boolean;
  bot: string;
  opponents: number;
}

const KEY = "tsuro.settings";

function initial(): Settings {
  const german = typeof navigator !== "undefined" && navigator.language.startsWith("de");
  return {
    language: german ? "de" : "en",
    theme: "system",
    speed: 1,
    confirm: true,
    sound: false,
    keys: true,
    exact: false,
    name: "",
    guideSeen: false,
    bot: "",
    opponents: 3,
  };
}

function stored(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>;
  } catch {
    return {};
  }
}

export const settings: Settings = $state({ ...initial(), ...stored() });

export function remember(changes: Partial<Settings>): void {
  Object.assign(settings, changes);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

/** Whether the page is dark at this moment. */
export function darkNow(): boolean {
  if (settings.theme !== "system") return settings.theme === "dark";
  return typeof matchMedia !== "undefined" && matchMedia("(prefers-color-scheme: dark)").matches;
}

export function reducedMotion(): boolean {
  return typeof matchMedia !== "undefined" && matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** A duration as it is to be shown: nothing moves where motion is not wanted. */
export function paced(milliseconds: number): number {
  return reducedMotion() || settings.speed <= 0 ? 0 : milliseconds / settings.speed;
}
