/** What is said to those who listen to the page. */

/** Nothing to be heard; makes a sentence that is said again another one. */
const AGAIN = "\u200b";

export class Announcer {
  text = $state("");
  /** Not part of the state: whoever says something does not wait for it to be said. */
  private last = "";

  say(text: string): void {
    if (!text) return;
    this.last = text === this.last ? text + AGAIN : text;
    this.text = this.last;
  }
}
