/** About luck that can be checked. */
export const luck = {
  "luck.title": "Fair luck",
  "luck.why":
    "The server has fixed a secret and shows its fingerprint. All luck is made of the secret and of what everybody adds here, so that nobody can choose it. At the end the secret is shown, and anybody can check every tile.",
  "luck.commitment": "Fingerprint of the secret",
  "luck.yours": "What you add",
  "luck.change": "Change",
  "luck.theirs": "{name} adds",
  "luck.nothing": "nothing",
  "luck.awaited": "is asked",
  "luck.waiting": "A moment: everybody adds to the luck of the game.",
  "luck.check": "Check the luck",
  "luck.checked":
    "Checked in this browser: all {count} events of luck follow from the secret and from what the seats added.",
  "luck.checked.one":
    "Checked in this browser: the one event of luck follows from the secret and from what the seats added.",
  "luck.promised": "The secret is the one whose fingerprint this browser was shown before the game.",
  "luck.unpromised": "This browser did not see the fingerprint before the game.",
  "luck.unproven":
    "The luck of this game cannot be checked: it was played without a server, from a seed, as a what-if, or before luck could be checked.",
  "luck.unknown": "The luck of this game was made in a way that this page does not know.",
  "luck.unfinished": "The secret is shown when the game is over.",
  "luck.malformed": "This record does not say completely where its luck comes from.",
  "luck.secret": "NOT CHECKED: the secret does not have the fingerprint that was shown.",
  "luck.promise": "NOT CHECKED: before the game this browser was shown another fingerprint.",
  "luck.part": "NOT CHECKED: what this browser added is not what the record says.",
  "luck.other": "NOT CHECKED: what is shown here is not the game of the record.",
  "luck.event": "NOT CHECKED: event {event} of luck was {action}, but must be {expected}.",
  "luck.none": "nothing",
  "luck.show": "Show it",
};
