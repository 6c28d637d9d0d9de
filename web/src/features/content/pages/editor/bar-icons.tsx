import { createSvgIcon } from "@mui/material/utils";

/** Rounded and complete, because the standard icons end flat at the bottom and look cut off. */
export const UndoIcon = createSvgIcon(
  <path d="M7 19v-2h7.1q1.575 0 2.738-1T18 13.5t-1.162-2.5T14.1 10H7.8l2.6 2.6L9 14 4 9l5-5 1.4 1.4L7.8 8h6.3q2.425 0 4.163 1.575T20 13.5t-1.737 3.925T14.1 19z" />,
  "Undo",
);

export const RedoIcon = createSvgIcon(
  <path d="M9.9 19q-2.425 0-4.163-1.575T4 13.5t1.737-3.925T9.9 8h6.3l-2.6-2.6L15 4l5 5-5 5-1.4-1.4 2.6-2.6H9.9q-1.575 0-2.738 1T6 13.5t1.162 2.5T9.9 17H17v2z" />,
  "Redo",
);
