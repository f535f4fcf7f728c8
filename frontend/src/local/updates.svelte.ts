/** A newer version of this page: fetched beside the one that is used, and taken when somebody says so. */

/** Milliseconds between two looks for a newer version in a page that stays open. */
const LOOK = 60 * 60 * 1000;

class Updates {
  waiting: ServiceWorker | null = $state.raw(null);

  async watch(): Promise<void> {
    if (!("serviceWorker" in navigator)) return;
    const registration = await navigator.serviceWorker.register("./sw.js");
    // The first version takes over by itself; a later one waits until it is asked.
    const notice = (): void => {
      if (registration.waiting && navigator.serviceWorker.controller) this.waiting = registration.waiting;
    };
    notice();
    registration.addEventListener("updatefound", () =>
      registration.installing?.addEventListener("statechange", notice),
    );
    setInterval(() => void registration.update().catch(() => {}), LOOK);
  }

  /** Games are kept after every decision, so nothing is lost in the middle of one. */
  take(): void {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    this.waiting?.postMessage("take over");
  }
}

export const updates = new Updates();
