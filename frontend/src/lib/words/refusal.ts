/** Why something did not work, in words for people. */

import { named, t } from "../../i18n";
import { Refusal } from "../wire/api";

/** The server's own sentence is for programs, and for a code that is newer than this page. */
export function refusalWords(code: string, message: string): string {
  const words = named("refusal", code);
  return words === code ? message : words;
}

export function whyOf(error: unknown): string {
  return error instanceof Refusal ? refusalWords(error.code, error.message) : t("home.failed");
}
