import { msg, t } from "@lingui/core/macro";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import { Section } from "@/features/org/organization/components/section";
import { type ThemeChoice, useThemeStore } from "@/shared/theme/theme-store";

const CHOICES = { system: msg`System`, light: msg`Light`, dark: msg`Dark` };

/** Selects the theme: light, dark, or the device's preference. */
export function Appearance() {
  const choice = useThemeStore((state) => state.choice);
  const choose = useThemeStore((state) => state.choose);
  const title = t`Appearance`;
  return (
    <Section title={title} text={t`Applies to this browser. “System” follows your device.`}>
      <ToggleButtonGroup
        exclusive
        aria-label={title}
        value={choice}
        onChange={(_, next: ThemeChoice | null) => {
          if (next !== null) {
            choose(next);
          }
        }}
      >
        {Object.entries(CHOICES).map(([value, label]) => (
          <ToggleButton key={value} value={value} sx={{ px: 2.5 }}>
            {t(label)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </Section>
  );
}
