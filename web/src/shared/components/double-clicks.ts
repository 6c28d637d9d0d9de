/** Whether the request to close a dialog comes from the second click of a double click whose first click opened it. */
export function isSecondClick(event: object, reason: string): boolean {
  return reason === "backdropClick" && "detail" in event && typeof event.detail === "number" && event.detail > 1;
}
