/** A window so low that what stays in sight would hide most of it: a phone held sideways, a page at 200 % and more. */
export const SHORT = "@media (max-height: 480px)";
/** At 400 % not even one bar may stay. */
export const VERY_SHORT = "@media (max-height: 320px)";
