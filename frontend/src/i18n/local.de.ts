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
  "here.failed": "Eine Datei dieser Seite ließ sich nicht laden. Gibt es ein Netz?",
  "here.bad_request": "Das war nicht zu verstehen.",
  "here.bad_message": "Das war nicht zu verstehen.",
  "here.bad_notation": "Dieser Zug war nicht zu lesen.",
  "here.data_damaged":
    "Was von diesem Spiel aufbewahrt war, ist beschädigt. Hole es noch einmal herein, wenn du es in eine Datei gesichert hast.",
  "here.internal": "Etwas ist schiefgegangen.",
  "here.unknown_edition": "Diese Ausgabe kennt diese Seite nicht.",
  "here.unknown_bot": "Dieser Bot braucht einen Server.",
  "here.kernel": "Diese Ausgabe lässt sich nicht analysieren.",
  "here.error": "Das wurde abgelehnt.",
  "here.mcts": "Durchsucht Hunderte von Partien, die folgen könnten, eine Sekunde je Zug; meist stärker als Schlau.",
  "local.hint": "nur kurz hingesehen",
  "local.study": "Dieser Browser sieht nur kurz hin; ein Server sieht hundertmal tiefer.",
  "local.flawless": "Auf den ersten Blick fällt kein Zug auf.",
};
