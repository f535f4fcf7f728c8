import type { meeting as english } from "./meeting.en";

/** Über Leute an Tischen: kommen, gehen, fort sein, ein Spiel wiederfinden. */
export const meeting: Record<keyof typeof english, string> = {
  "mine.title": "Meine Spiele",
  "mine.yourTurn": "du bist dran",
  "mine.turnOf": "{name} ist dran",
  "mine.waiting": "wartet auf Mitspielende",
  "mine.over": "beendet",
  "mine.goOn": "Weiterspielen",
  "mine.lookAt": "Ansehen",
  "leave.open": "Verlassen",
  "leave.title": "Den Tisch verlassen",
  "leave.later": "Später wiederkommen",
  "leave.laterText": "Das Spiel wartet auf dich: Du findest es auf der Startseite unter „Meine Spiele“.",
  "leave.resign": "Aufgeben",
  "leave.resignText": "Ein Bot spielt an deiner Stelle weiter, endgültig.",
  "leave.free": "Platz abgeben",
  "leave.freeText": "Der Platz wird für jemand anderen frei.",
  "gone.text": "{name} ist seit {time} fort.",
  "gone.soon": "In {count} Sekunden kannst du einen Bot weiterspielen lassen.",
  "gone.soon.one": "In einer Sekunde kannst du einen Bot weiterspielen lassen.",
  "gone.bot": "Einen Bot für {name} spielen lassen",
  "time.moved": "Die Zeit von {name} war um: Ein Bot hat gezogen.",
  "time.movedYou": "Deine Zeit war um: Ein Bot hat für dich gezogen.",
  "time.relieved": "Die Zeit von {name} war wieder um: Ein Bot spielt weiter.",
  "time.relievedYou": "Deine Zeit war wieder um: Ein Bot spielt für dich weiter. Du kannst deinen Platz zurücknehmen.",
  "invite.none":
    "Nur dieses Gerät erreicht den Server. Für Freunde in deinem Netz starte ihn mit: tsuro serve --host 0.0.0.0",
  "invite.qr": "QR-Code der Einladung",
  "invite.share": "Teilen",
};
