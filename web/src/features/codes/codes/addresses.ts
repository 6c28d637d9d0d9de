/** An address as people type it: https:// is added when no scheme was given. */
export function completeAddress(text: string): string {
  const address = text.trim();
  return address === "" || /^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `https://${address}`;
}
