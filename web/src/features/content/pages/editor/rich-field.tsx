import { AutoField } from "@puckeditor/core";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useCallback, useEffect, useRef } from "react";

interface RichFieldProps {
  label: string;
  value: unknown;
  help?: string;
  onChange: (html: string) => void;
}

const FIELD = {
  type: "richtext",
  options: { code: false, codeBlock: false, textAlign: false, heading: { levels: [2, 3] }, underline: false },
} as const;

/** Hides the placeholder that is shown until the rich text field has loaded, because it accepts input and loses it. */
const NOT_YET = { "& .rich-text[contenteditable]": { visibility: "hidden" } } as const;

/** Rich text with bold, lists and links. The server sanitises it on saving. */
export function RichField({ label, value, help, onChange }: RichFieldProps) {
  // The rich text field reports its text to each new listener. A listener that is new on every render and causes a
  // render itself would loop until React stops it and unmounts the whole editor.
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  const handleChange = useCallback((html: unknown) => latest.current(String(html)), []);
  return (
    <Box role="group" aria-label={label}>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 0.5 }}>
        {label}
      </Typography>
      <Box sx={{ colorScheme: "light", bgcolor: "#ffffff", color: "#171b22", borderRadius: 1, ...NOT_YET }}>
        <AutoField field={FIELD} value={value} onChange={handleChange} />
      </Box>
      {help ? (
        <Typography variant="caption" color="textSecondary">
          {help}
        </Typography>
      ) : null}
    </Box>
  );
}
