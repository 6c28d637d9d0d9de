/**
 * A window so low that sticky elements would hide most of it: a phone in landscape orientation, or a page at 200 % zoom
 * and more.
 */
export const SHORT = "@media (max-height: 480px)";
/** At 400 % zoom, not even one bar may be sticky. */
export const VERY_SHORT = "@media (max-height: 320px)";
