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

/** What stands in until the writing field has loaded takes letters, too, and forgets them: it is not for writing. */
const NOT_YET = { "& .rich-text[contenteditable]": { visibility: "hidden" } } as const;

/** Writing with bold, lists and links; the server cleans what is saved. */
export function RichField({ label, value, help, onChange }: RichFieldProps) {
  // The writing field tells its text again to each new listener. One that is new with every draw, and has the
  // field drawn by what it does, never comes to rest: React stops it, and the whole editor is gone.
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
