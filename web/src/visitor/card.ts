/** Keeps this card on the phone, so that it can be read without a network. */
export async function keepCard(): Promise<void> {
  // Absent where the page came without TLS.
  const workers = (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker;
  if (workers === undefined) {
    return;
  }
  const wasLoadedWithout = workers.controller === null;
  await workers.register("/card/worker.js");
  if (wasLoadedWithout) {
    const { active } = await workers.ready;
    const files = performance.getEntriesByType("resource").map(({ name }) => name);
    active?.postMessage([location.pathname, ...files]);
  }
}
