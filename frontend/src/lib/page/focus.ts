/** Keeps the place of those who go by keys: what they were on may vanish with a move. */

/** Where they go on, in this order. */
const NEXT = [".hand .slot:last-of-type:not(.idle)", ".tray"];

/** Watches a page; to be called whenever something may have gone. */
export function focusKeeper(): { check(): void; stop(): void } {
  let last: Element | null = null;
  const note = (event: FocusEvent): void => {
    last = event.target instanceof Element ? event.target : null;
  };
  document.addEventListener("focusin", note);
  return {
    check() {
      const lost = document.activeElement === null || document.activeElement === document.body;
      if (!lost || !last || last.isConnected) return;
      for (const where of NEXT) {
        const found = document.querySelector<HTMLElement>(where);
        if (found) return found.focus({ preventScroll: true });
      }
    },
    stop: () => document.removeEventListener("focusin", note),
  };
}
