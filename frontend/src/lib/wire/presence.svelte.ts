/** Whether the server answers, as far as the last request or connection told. */
export const presence: { away: boolean } = $state({ away: false });

/** Where the page is that needs no server, if this one hands it out. */
export const ALONE = "/alone/";

/** Whether this browser has kept that page, so that it opens without a network. */
export async function isKeptAlone(): Promise<boolean> {
  const registration = await navigator.serviceWorker?.getRegistration(ALONE);
  return registration?.active !== null && (registration?.scope.endsWith(ALONE) ?? false);
}
