/** Why something did not work, in words for people. */

import { REMOTE } from "#way";
import { named, t } from "../../i18n";
import { Refusal } from "../wire/api";

/** In the words of the page; the sentence that came with it is for programs, and for a code newer than this page. */
export function refusalWords(code: string, message: string): string {
  // Where there is no server, nothing is the server's fault.
  for (const prefix of REMOTE ? ["refusal"] : ["here", "refusal"]) {
    const words = named(prefix, code);
    if (words !== code) return words;
  }
  return message;
}

/** Nothing came back at all. */
export const silence = (): string => t(REMOTE ? "home.failed" : "here.failed");

export function whyOf(error: unknown): string {
  return error instanceof Refusal ? refusalWords(error.code, error.message) : silence();
}
