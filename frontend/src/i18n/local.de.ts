import type { local as english } from "./local.en";

export const local: Record<keyof typeof english, string> = {
  "local.loading": "Das Spiel wird geladen: {n} von {of} MB. Sieh dich inzwischen um.",
  "local.starting": "Das Spiel startet …",
  "local.unable":
    "Dieser Browser ist zu alt, um hier zu spielen: Er braucht WebAssembly. Ein aktueller Firefox, Chrome, Edge oder Safari kann es.",
  "local.failed":
    "Das Spiel konnte nicht geladen werden. Ohne Netz geht es ab dem zweiten Besuch; sonst fehlt vielleicht Speicher.",
  "local.again": "Noch einmal versuchen",
  "local.update": "Eine neuere Fassung dieser Seite ist bereit. Deine Spiele bleiben.",
  "local.reload": "Verwenden",
  "local.kept": "Spiele werden nur in diesem Browser aufbewahrt.",
  "local.export": "Alle Spiele in eine Datei sichern",
  "local.import": "Spiele hereinholen",
  "local.clear": "Beendete Spiele löschen",
  "local.cleared": "Beendete Spiele gelöscht: {n}.",
  "local.brought": "Spiele hereingeholt: {n}.",
  "local.noGames": "Diese Datei enthält keine Spiele.",
};
