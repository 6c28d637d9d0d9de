/** `AbortSignal` of old browsers: before iOS 16 there are no deadlines, and requests are sent without. */
export interface Deadlines {
  timeout?: (milliseconds: number) => AbortSignal;
}
