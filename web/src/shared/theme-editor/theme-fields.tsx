import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useQuery } from "@tanstack/react-query";
import { ColorField } from "@/shared/components/color-field";
import { PictureField } from "@/shared/media/picture-field";
import { fontsQuery, type Theme } from "@/shared/organization/themes";

type Choice = "heading_font" | "body_font" | "background" | "buttons" | "cards" | "dark";

const CHOICES: Record<
  Exclude<Choice, "heading_font" | "body_font">,
  [MessageDescriptor, Record<string, MessageDescriptor>]
> = {
  buttons: [msg`Buttons`, { pill: msg`Round`, soft: msg`Rounded corners`, square: msg`Square` }],
  cards: [msg`Cards`, { raised: msg`Shadow`, outlined: msg`Outline`, flat: msg`Flat`, bold: msg`Bold outline` }],
  background: [msg`Background`, { color: msg`Colour`, gradient: msg`Gradient`, picture: msg`Picture` }],
  dark: [msg`Dark variant`, { auto: msg`As the visitor’s device`, light: msg`Never`, dark: msg`Always` }],
};

interface ThemeFieldsProps {
  theme: Theme;
  onChange: (change: Partial<Theme>) => void;
  /** The accent color while the theme has none of its own. */
  brandColor: string;
  disabled?: boolean;
  hasLogo?: boolean;
}

/** Without the host, so that pages on custom domains have the picture too. */
const pathOf = ({ url }: { url: string }) => new URL(url).pathname;

/** All settings of a theme besides the named theme that it is based on. */
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
  const known = (name: keyof typeof CHOICES) => {
    const [label, options] = CHOICES[name];
    return choice(
      name,
      t(label),
      Object.entries(options).map(([value, text]) => [value, t(text)]),
    );
  };
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
      {choice("heading_font", t`Heading font`, families)}
      {choice("body_font", t`Text font`, families)}
      <Box>
        <ColorField
          label={t`Accent`}
          value={theme.accent ?? brandColor}
          onChange={(accent) => onChange({ accent })}
          disabled={disabled}
          helperText={theme.accent ? t`Buttons and links` : t`Buttons and links: the brand colour`}
        />
        {theme.accent && !disabled ? (
          <Button size="small" onClick={() => onChange({ accent: null })}>
            <Trans>Use brand colour</Trans>
          </Button>
        ) : null}
      </Box>
      {known("buttons")}
      {known("cards")}
      {known("dark")}
      {known("background")}
      <ColorField
        label={theme.background === "picture" ? t`Colour over the picture` : t`Background colour`}
        value={theme.color}
        onChange={(color) => onChange({ color })}
        disabled={disabled}
      />
      {theme.background === "gradient" ? (
        <ColorField
          label={t`End colour of the gradient`}
          value={theme.color_to ?? theme.color}
          onChange={(color_to) => onChange({ color_to })}
          disabled={disabled}
        />
      ) : null}
      {theme.background === "picture" ? picture("picture", t`Background picture`, t`Behind the content`) : null}
      {picture("cover", t`Cover`, t`Optional. Above the content`)}
      {hasLogo ? picture("logo", t`Logo`, t`Leave empty for the organisation’s`) : null}
    </Box>
  );
}
