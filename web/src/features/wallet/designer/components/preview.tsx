import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Accordion from "@mui/material/Accordion";
import AccordionDetails from "@mui/material/AccordionDetails";
import AccordionSummary from "@mui/material/AccordionSummary";
import ExpandMoreIcon from "@mui/icons-material/ExpandMore";
import Box from "@mui/material/Box";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import Typography from "@mui/material/Typography";
import { useId, useState } from "react";
import { languageName, languagesOf } from "@/features/wallet/designer/languages";
import { columnsOf, PLACEHOLDERS } from "@/features/wallet/designer/placeholders";
import { ApplePass } from "@/shared/wallet/apple-pass";
import { GooglePass } from "@/shared/wallet/google-pass";
import { PassBack } from "@/shared/wallet/pass-back";
import { type PassContent, translated } from "@/shared/wallet/pass-content";

type Look = "light" | "dark" | "both";

interface PreviewProps {
  /** The pass of the sample person. */
  content: PassContent;
  zone: string;
  language: string;
  onLanguage: (language: string) => void;
}

/** The pass in both wallets, in the light and the dark theme of phones. */
export function Preview({ content, zone, language, onLanguage }: PreviewProps) {
  const [look, setLook] = useState<Look>("light");
  const languages = [content.language, ...languagesOf(content).filter((it) => it !== content.language)];
  const shownIn = languages.includes(language) ? language : content.language;
  const shown = translated(content, shownIn);
  const looks = look === "both" ? (["light", "dark"] as const) : ([look] as const);
  return (
    <Stack component="section" aria-label={t`Preview`} sx={{ gap: 1.5 }}>
      <Stack direction="row" useFlexGap sx={{ gap: 1.5, flexWrap: "wrap", alignItems: "center" }}>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={look}
          aria-label={t`Phone appearance`}
          onChange={(_, next: Look | null) => (next === null ? undefined : setLook(next))}
        >
          <ToggleButton value="light">
            <Trans>Light</Trans>
          </ToggleButton>
          <ToggleButton value="dark">
            <Trans>Dark</Trans>
          </ToggleButton>
          <ToggleButton value="both">
            <Trans>Both</Trans>
          </ToggleButton>
        </ToggleButtonGroup>
        {languages.length > 1 ? (
          <TextField
            select
            label={t`Phone language`}
            value={shownIn}
            onChange={(event) => onLanguage(event.target.value)}
            sx={{ flex: "0 1 12rem" }}
          >
            {languages.map((it) => (
              <MenuItem key={it} value={it}>
                {languageName(it)}
              </MenuItem>
            ))}
          </TextField>
        ) : null}
      </Stack>
      {looks.map((it) => (
        <Box
          key={it}
          sx={{
            display: "grid",
            gap: 1.5,
            gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "repeat(2, minmax(0, 1fr))" },
          }}
        >
          <Phone name={t`Apple Wallet`} look={it} surface={APPLE[it]}>
            <ApplePass content={shown} language={shownIn} timeZone={zone} />
            <PassBack content={shown} language={shownIn} timeZone={zone} surface={APPLE[it]} />
          </Phone>
          <Phone name={t`Google Wallet`} look={it} surface={GOOGLE[it]}>
            <GooglePass content={shown} language={shownIn} timeZone={zone} />
            <PassBack content={shown} language={shownIn} timeZone={zone} surface={GOOGLE[it]} />
          </Phone>
        </Box>
      ))}
    </Stack>
  );
}

interface Surface {
  ground: string;
  card: string;
  ink: string;
  faint: string;
}

/**
 * Background colours of the wallets themselves, by the phone's theme. They are part of the picture, so our own theme
 * does not change them.
 */
const APPLE: Readonly<Record<"light" | "dark", Surface>> = {
  light: { ground: "#f2f2f7", card: "#ffffff", ink: "#000000", faint: "#5f5f66" },
  dark: { ground: "#000000", card: "#1c1c1e", ink: "#ffffff", faint: "#a0a0a8" },
};
const GOOGLE: Readonly<Record<"light" | "dark", Surface>> = {
  light: { ground: "#ffffff", card: "#f1f3f4", ink: "#202124", faint: "#5f6368" },
  dark: { ground: "#131314", card: "#282a2c", ink: "#e3e3e3", faint: "#a8abae" },
};

interface PhoneProps {
  name: string;
  look: "light" | "dark";
  surface: Surface;
  children: React.ReactNode;
}

function Phone({ name, look, surface, children }: PhoneProps) {
  const titleId = useId();
  return (
    <Box
      role="group"
      aria-labelledby={titleId}
      sx={{
        bgcolor: surface.ground,
        color: surface.ink,
        border: 1,
        borderColor: "divider",
        borderRadius: 4,
        p: 1.5,
        minWidth: 0,
      }}
    >
      <Typography id={titleId} variant="body2" sx={{ color: surface.faint, textAlign: "center", mb: 1.5 }}>
        {look === "light" ? t`${name}, light` : t`${name}, dark`}
      </Typography>
      {children}
    </Box>
  );
}

interface SampleEditorProps {
  content: PassContent;
  sample: Readonly<Record<string, string>>;
  values: Readonly<Record<string, string>>;
  onChange: (sample: Record<string, string>) => void;
}

/** Edits the sample person whose pass the preview shows. */
export function SampleEditor({ content, sample, values, onChange }: SampleEditorProps) {
  const text = JSON.stringify(content);
  const used = [
    ...PLACEHOLDERS.filter(({ name }) => text.includes(name)).map(({ name, label }) => ({ name, label: t(label) })),
    ...columnsOf(content).map((column) => ({ name: `row.${column}`, label: t`Column ${column}` })),
  ];
  return (
    <Accordion variant="outlined" disableGutters>
      <AccordionSummary expandIcon={<ExpandMoreIcon />}>
        <Typography variant="subtitle2">
          <Trans>Sample person</Trans>
        </Typography>
      </AccordionSummary>
      <AccordionDetails>
        {used.length === 0 ? (
          <Typography variant="body2" color="textSecondary">
            <Trans>Everyone gets the same pass: no text contains a personal value.</Trans>
          </Typography>
        ) : (
          <Box sx={{ display: "grid", gap: 1.5, gridTemplateColumns: { xs: "1fr", sm: "1fr 1fr" } }}>
            {used.map(({ name, label }) => (
              <TextField
                key={name}
                label={label}
                value={values[name] ?? ""}
                onChange={(event) => onChange({ ...sample, [name]: event.target.value })}
                slotProps={{ htmlInput: { maxLength: 200 } }}
              />
            ))}
          </Box>
        )}
      </AccordionDetails>
    </Accordion>
  );
}
