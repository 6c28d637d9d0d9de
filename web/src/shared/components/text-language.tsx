import { msg, t } from "@lingui/core/macro";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";

const HAN = /\p{Script=Han}/u;
const TELLING = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u;

const LANGUAGES = [
  ["zh-Hans", msg`Simplified Chinese`],
  ["zh-Hant", msg`Traditional Chinese`],
  ["zh-HK", msg`Traditional Chinese, Hong Kong`],
  ["ja", msg`Japanese`],
  ["ko", msg`Korean`],
] as const;

/** Whether a text has Han characters and its language cannot be recognised from the text itself. */
export function isHanOfSomeLanguage(text: string): boolean {
  return HAN.test(text) && !TELLING.test(text);
}

/**
 * The language of these characters in an organisation with this `locale`; undefined if its language is written without
 * them.
 */
export function hanLanguage(locale: string | undefined): string | undefined {
  const parts = (locale ?? "").toLowerCase().split("-");
  if (parts[0] === "ja" || parts[0] === "ko") {
    return parts[0];
  }
  if (parts[0] !== "zh" && parts[0] !== "yue") {
    return undefined;
  }
  if (parts[0] === "yue" || parts.includes("hk") || parts.includes("mo")) {
    return "zh-HK";
  }
  return parts.includes("hant") || parts.includes("tw") ? "zh-Hant" : "zh-Hans";
}

interface TextLanguageFieldProps {
  value: string | null | undefined;
  onChange: (language: string) => void;
}

/** Chooses the language in which Han characters are drawn; shown only if the text is ambiguous. */
export function TextLanguageField({ value, onChange }: TextLanguageFieldProps) {
  return (
    <TextField
      select
      size="small"
      label={t`Character style`}
      value={hanLanguage(value ?? undefined) ?? "zh-Hans"}
      onChange={(event) => onChange(event.target.value)}
      helperText={t`The same characters look different in each language.`}
    >
      {LANGUAGES.map(([language, name]) => (
        <MenuItem key={language} value={language}>
          {t(name)}
        </MenuItem>
      ))}
    </TextField>
  );
}
