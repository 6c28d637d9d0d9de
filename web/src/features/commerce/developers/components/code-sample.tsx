import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import { useId } from "react";
import { LANGUAGE_NAMES, type Samples } from "@/features/commerce/developers/samples";
import { CopyIconButton } from "@/shared/components/copy-button";

export type Language = keyof Samples;

const ORDER: readonly Language[] = ["python", "typescript", "curl"];

interface CodeSampleProps {
  samples: Samples;
  /** Describes the code for readers who do not see it next to its text. */
  label: string;
  language: Language;
  onLanguage: (language: Language) => void;
}

/** Code in the language that was chosen last. The choice applies to all samples of the page. */
export function CodeSample({ samples, label, language, onLanguage }: CodeSampleProps) {
  const id = useId();
  const offered = ORDER.filter((one) => samples[one] !== undefined);
  const shown = offered.includes(language) ? language : (offered[0] ?? "python");
  return (
    <Card variant="outlined">
      <Box sx={{ display: "flex", alignItems: "center", pr: 1, borderBottom: 1, borderColor: "divider" }}>
        <Tabs
          value={shown}
          onChange={(_, chosen: Language) => onLanguage(chosen)}
          aria-label={t`Language of: ${label}`}
          sx={{ flex: 1, minHeight: 40 }}
        >
          {offered.map((one) => (
            <Tab key={one} value={one} label={LANGUAGE_NAMES[one]} id={`${id}-${one}`} aria-controls={`${id}-code`} />
          ))}
        </Tabs>
        <CopyIconButton text={samples[shown] ?? ""} label={t`Copy code: ${label}`} />
      </Box>
      <Box role="tabpanel" id={`${id}-code`} aria-labelledby={`${id}-${shown}`}>
        <Code label={label}>{samples[shown] ?? ""}</Code>
      </Box>
    </Card>
  );
}

/** Program code, which scrolls independently of the page. */
export function Code({ children, label }: { children: string; label: string }) {
  return (
    <Box
      component="pre"
      tabIndex={0}
      role="region"
      aria-label={label}
      sx={{ m: 0, p: 2, overflowX: "auto", fontSize: 13, lineHeight: 1.6, fontFamily: "monospace" }}
    >
      <code>{children}</code>
    </Box>
  );
}
