/** Where a finger presses, and not a mouse, which is content with less. */
export const TOUCH = "@media (pointer: coarse)";
/** What a finger presses is at least this tall and wide. */
export const FINGER = 44;
