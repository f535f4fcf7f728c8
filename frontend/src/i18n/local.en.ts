/** What only a page says that plays without a server. */
export const local = {
  "local.loading": "Getting the game ready: {n} of {of} MB. Look around meanwhile.",
  "local.starting": "Starting the game …",
  "local.unable":
    "This browser is too old to play here: it needs WebAssembly. A current Firefox, Chrome, Edge or Safari has it.",
  "local.failed":
    "The game could not be loaded. Without a network it works from the second visit on; else there may be too little memory.",
  "local.again": "Try again",
  "local.update": "A newer version of this page is ready. Your games stay.",
  "local.reload": "Use it",
  "local.kept": "Games are kept in this browser only.",
  "local.export": "Save all games to a file",
  "local.import": "Bring games in",
  "local.clear": "Delete finished games",
  "local.cleared": "Finished games deleted: {n}.",
  "local.brought": "Games brought in: {n}.",
  "local.noGames": "This file holds no games.",
};
