import CheckCircleIcon from "@mui/icons-material/CheckCircle";
import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";

/** A small page that uses the variables of a theme. */
const SAMPLE = `
body{margin:0;height:100vh;display:grid;place-content:center;background:var(--background,var(--ground));font-family:var(--wp-body);color:var(--ink)}
main{background:var(--card);border:var(--card-border);border-radius:var(--card-radius);box-shadow:var(--card-shadow);padding:16px 20px;text-align:center}
h1{font:700 calc(22px*var(--display-scale))/1.2 var(--wp-display);margin:0}
p{margin:6px 0 12px;font-size:14px;color:var(--soft)}
b{display:block;padding:8px 20px;font-size:14px;background:var(--brand);color:var(--on-brand);border:var(--button-border);border-radius:var(--button-radius);box-shadow:var(--button-shadow)}`;

function sampleOf(css: string): string {
  const body = "<main><h1>Good morning</h1><p>Coffee, from seven</p><b>See the menu</b></main>";
  return `<!doctype html><title>Theme</title><style>${css}${SAMPLE}</style>${body}`;
}

interface ThemeCardProps {
  label: string;
  css: string;
  isChosen: boolean;
  disabled?: boolean;
  onChoose: () => void;
}

/** A theme as a small page that can be chosen. */
export function ThemeCard({ label, css, isChosen, disabled = false, onChoose }: ThemeCardProps) {
  return (
    <ButtonBase
      aria-pressed={isChosen}
      disabled={disabled}
      onClick={onChoose}
      sx={{
        display: "block",
        border: 2,
        borderColor: isChosen ? "primary.main" : "divider",
        borderRadius: 2,
        overflow: "hidden",
        "&.Mui-focusVisible": { outline: 3, outlineColor: "primary.main", outlineOffset: 2 },
      }}
    >
      <Box aria-hidden="true" sx={{ height: 140, overflow: "hidden" }}>
        <iframe
          title="Theme"
          tabIndex={-1}
          sandbox="allow-same-origin" // for the fonts; nothing in it runs
          srcDoc={sampleOf(css)}
          loading="lazy"
          style={{
            width: "150%",
            height: 210,
            border: 0,
            pointerEvents: "none",
            transform: "scale(0.667)",
            transformOrigin: "0 0",
          }}
        />
      </Box>
      <Stack direction="row" spacing={1} sx={{ alignItems: "center", px: 1.5, py: 1 }}>
        <Typography variant="body2" sx={{ flexGrow: 1, textAlign: "start" }}>
          {label}
        </Typography>
        {isChosen ? <CheckCircleIcon color="primary" fontSize="small" /> : null}
      </Stack>
    </ButtonBase>
  );
}
