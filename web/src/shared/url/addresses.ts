/** Returns an address as people type it, with https:// added if it has no scheme. */
export function completeAddress(text: string): string {
  const address = text.trim();
  return address === "" || /^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `https://${address}`;
}
