/** Goes on to a page of another site. */
export function leaveTo(url: string) {
  window.location.assign(url);
}
