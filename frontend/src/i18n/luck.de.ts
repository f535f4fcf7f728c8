import type { luck as english } from "./luck.en";

/** Über Glück, das sich nachrechnen lässt. */
export const luck: Record<keyof typeof english, string> = {
  "luck.title": "Ehrliches Glück",
  "luck.why":
    "Der Server hat ein Geheimnis festgelegt und zeigt seinen Fingerabdruck. Alles Glück entsteht aus dem Geheimnis und aus dem, was hier alle dazugeben; so kann es niemand aussuchen. Am Ende wird das Geheimnis gezeigt, und jeder kann jedes Plättchen nachrechnen.",
  "luck.commitment": "Fingerabdruck des Geheimnisses",
  "luck.yours": "Das gibst du dazu",
  "luck.change": "Ändern",
  "luck.theirs": "{name} gibt dazu",
  "luck.nothing": "nichts",
  "luck.awaited": "ist gefragt",
  "luck.waiting": "Einen Augenblick: alle geben etwas zum Glück der Partie dazu.",
  "luck.check": "Glück nachrechnen",
  "luck.checked":
    "In diesem Browser nachgerechnet: alle {count} Glücksereignisse folgen aus dem Geheimnis und aus dem, was die Plätze dazugaben.",
  "luck.checked.one":
    "In diesem Browser nachgerechnet: das eine Glücksereignis folgt aus dem Geheimnis und aus dem, was die Plätze dazugaben.",
  "luck.promised": "Es ist das Geheimnis, dessen Fingerabdruck dieser Browser vor der Partie gesehen hat.",
  "luck.unpromised": "Den Fingerabdruck hat dieser Browser vor der Partie nicht gesehen.",
  "luck.unproven":
    "Das Glück dieser Partie lässt sich nicht nachrechnen: sie wurde ohne Server gespielt, mit festgelegtem Glück, als Was-wäre-wenn oder bevor es das gab.",
  "luck.unknown": "Das Glück dieser Partie entstand auf eine Weise, die diese Seite nicht kennt.",
  "luck.unfinished": "Das Geheimnis wird gezeigt, wenn die Partie vorbei ist.",
  "luck.malformed": "Diese Aufzeichnung sagt nicht vollständig, woher ihr Glück kommt.",
  "luck.secret": "STIMMT NICHT: das Geheimnis hat nicht den Fingerabdruck, der gezeigt wurde.",
  "luck.promise": "STIMMT NICHT: vor der Partie sah dieser Browser einen anderen Fingerabdruck.",
  "luck.part": "STIMMT NICHT: was dieser Browser dazugab, steht anders in der Aufzeichnung.",
  "luck.other": "STIMMT NICHT: was hier gezeigt wird, ist nicht die Partie der Aufzeichnung.",
  "luck.event": "STIMMT NICHT: Glücksereignis {event} war {action}, muss aber {expected} sein.",
  "luck.none": "nichts",
  "luck.show": "Zeigen",
};
