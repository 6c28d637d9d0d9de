import Button from "@mui/material/Button";
import FormControlLabel from "@mui/material/FormControlLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useUpdateOrganization } from "@/features/org/organization/api/save-organization";
import { Section } from "@/features/org/organization/components/section";
import type { components } from "@/shared/api/schema";
import { settle } from "@/shared/api/settle";
import { useToasts } from "@/shared/components/toasts";

type Mode = components["schemas"]["ConsentMode"];

const MODES: readonly { value: Mode; label: string; text: string }[] = [
  {
    value: "opt_out",
    label: "Remember until they refuse (opt-out)",
    text: "A cookie is set at the first visit. Visitors can refuse it at any time.",
  },
  {
    value: "opt_in",
    label: "Ask everybody first (opt-in)",
    text: "Nothing is stored before a visitor accepts. Your pages ask with a banner, in the visitor’s language.",
  },
  {
    value: "by_country",
    label: "Ask where the law requires it (by country)",
    text: "Opt-in in the EEA, the United Kingdom, Switzerland and where the country is unknown; opt-out elsewhere.",
  },
];

/** When visitors' browsers may be remembered, and what that does to the count of people. */
export function VisitorConsent({ mode }: { mode: Mode }) {
  const update = useUpdateOrganization();
  const toasts = useToasts();
  const [chosen, setChosen] = useState(mode);
  const save = () => {
    settle(update.mutateAsync({ visitor_consent: chosen }), {
      onSuccess: () => toasts.success("Saved. Your codes and pages follow at once."),
      onError: toasts.error,
    });
  };
  return (
    <Section
      title="Remembering visitors"
      text="A cookie shows whether somebody has been here before. Without it, a visitor is known by a hash that changes every day: whoever comes on two days, or accepts after the first scan, counts as another person. Global Privacy Control, Do Not Track and a refusal are always respected."
    >
      <RadioGroup aria-label="Remembering visitors" value={chosen} onChange={(_, value) => setChosen(value as Mode)}>
        {MODES.map(({ value, label, text }) => (
          <FormControlLabel
            key={value}
            value={value}
            disabled={update.isPending}
            control={<Radio />}
            sx={{ alignItems: "flex-start", mb: 1, "& .MuiRadio-root": { mt: -1 } }}
            label={
              <Stack>
                {label}
                <Typography variant="body2" color="text.secondary">
                  {text}
                </Typography>
              </Stack>
            }
          />
        ))}
      </RadioGroup>
      <Button variant="contained" disabled={chosen === mode || update.isPending} onClick={save} sx={{ mt: 1 }}>
        Save
      </Button>
    </Section>
  );
}
