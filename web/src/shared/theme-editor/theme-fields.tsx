import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useQuery } from "@tanstack/react-query";
import { ColorField } from "@/shared/components/color-field";
import { PictureField } from "@/shared/media/picture-field";
import { fontsQuery, type Theme } from "@/shared/organization/themes";

type Choice = "heading_font" | "body_font" | "background" | "buttons" | "cards" | "dark";

const CHOICES: Record<Exclude<Choice, "heading_font" | "body_font">, [string, Record<string, string>]> = {
  buttons: ["Buttons", { pill: "Round", soft: "Rounded corners", square: "Square" }],
  cards: ["Cards", { raised: "Shadow", outlined: "Outline", flat: "Flat", bold: "Bold outline" }],
  background: ["Background", { color: "Colour", gradient: "Gradient", picture: "Picture" }],
  dark: ["Dark variant", { auto: "As the visitor’s device", light: "Never", dark: "Always" }],
};

interface ThemeFieldsProps {
  theme: Theme;
  onChange: (change: Partial<Theme>) => void;
  /** The accent while the theme has none of its own. */
  brandColor: string;
  disabled?: boolean;
  hasLogo?: boolean;
}

/** Without the host: pages at hosts of one's own have the picture too. */
const pathOf = ({ url }: { url: string }) => new URL(url).pathname;

/** Every setting of a theme beside the named one it began as. */
export function ThemeFields({ theme, onChange, brandColor, disabled = false, hasLogo = false }: ThemeFieldsProps) {
  const fonts = useQuery(fontsQuery).data ?? [];
  const choice = (name: Choice, label: string, options: [string, string][]) => (
    <TextField
      select
      label={label}
      value={theme[name]}
      disabled={disabled}
      onChange={(event) => onChange({ [name]: event.target.value })}
    >
      {(options.length ? options : [[theme[name], theme[name]]]).map(([value, text]) => (
        <MenuItem key={value} value={value}>
          {text}
        </MenuItem>
      ))}
    </TextField>
  );
  const known = (name: keyof typeof CHOICES) => choice(name, CHOICES[name][0], Object.entries(CHOICES[name][1]));
  const families = fonts.map(({ name, label }): [string, string] => [name, label]);
  const picture = (name: "picture" | "cover" | "logo", label: string, helperText: string) => (
    <PictureField
      label={label}
      value={theme[name] ?? ""}
      error={false}
      disabled={disabled}
      helperText={helperText}
      addressOf={pathOf}
      onChange={(address) => onChange({ [name]: address || null })}
    />
  );
  return (
    <Box sx={{ display: "grid", gap: 2.5, gridTemplateColumns: { sm: "1fr 1fr", lg: "1fr 1fr 1fr" } }}>
      {choice("heading_font", "Font of headings", families)}
      {choice("body_font", "Font of text", families)}
      <Box>
        <ColorField
          label="Accent"
          value={theme.accent ?? brandColor}
          onChange={(accent) => onChange({ accent })}
          disabled={disabled}
          helperText={theme.accent ? "Buttons and links" : "Buttons and links: the brand colour"}
        />
        {theme.accent && !disabled ? (
          <Button size="small" onClick={() => onChange({ accent: null })}>
            Use brand colour
          </Button>
        ) : null}
      </Box>
      {known("buttons")}
      {known("cards")}
      {known("dark")}
      {known("background")}
      <ColorField
        label={theme.background === "picture" ? "Colour over the picture" : "Background colour"}
        value={theme.color}
        onChange={(color) => onChange({ color })}
        disabled={disabled}
      />
      {theme.background === "gradient" ? (
        <ColorField
          label="Gradient ends in"
          value={theme.color_to ?? theme.color}
          onChange={(color_to) => onChange({ color_to })}
          disabled={disabled}
        />
      ) : null}
      {theme.background === "picture" ? picture("picture", "Background picture", "Behind the content") : null}
      {picture("cover", "Cover", "Optional. Above the content")}
      {hasLogo ? picture("logo", "Logo", "Leave empty for the organisation’s") : null}
    </Box>
  );
}
