/** Whether a dialog is asked to close by the second click of a double one, whose first opened it. */
export function isSecondClick(event: object, reason: string): boolean {
  return reason === "backdropClick" && "detail" in event && typeof event.detail === "number" && event.detail > 1;
}
