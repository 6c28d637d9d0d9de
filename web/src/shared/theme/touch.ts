/** Devices operated by touch; a mouse needs smaller targets. */
export const TOUCH = "@media (pointer: coarse)";
/** The minimum width and height of touch targets, in pixels. */
export const FINGER = 44;
