import { AutoField } from "@puckeditor/core";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";

interface RichFieldProps {
  label: string;
  value: unknown;
  help?: string;
  onChange: (html: string) => void;
}

/** Writing with bold, lists and links; the server cleans what is saved. */
export function RichField({ label, value, help, onChange }: RichFieldProps) {
  return (
    <Box role="group" aria-label={label}>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 0.5 }}>
        {label}
      </Typography>
      <Box sx={{ colorScheme: "light", bgcolor: "#ffffff", color: "#171b22", borderRadius: 1 }}>
        <AutoField
          field={{
            type: "richtext",
            options: { code: false, codeBlock: false, textAlign: false, heading: { levels: [2, 3] }, underline: false },
          }}
          value={value}
          onChange={(html) => onChange(String(html))}
        />
      </Box>
      {help ? (
        <Typography variant="caption" color="textSecondary">
          {help}
        </Typography>
      ) : null}
    </Box>
  );
}
