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
import { handleResult } from "@/shared/api/handle-result";
import { useToasts } from "@/shared/components/toasts";

type Mode = components["schemas"]["ConsentMode"];

const MODES: readonly { value: Mode; label: string; text: string }[] = [
  {
    value: "opt_out",
    label: "Opt-out",
    text: "A cookie is set on the first visit. Visitors can refuse it at any time.",
  },
  {
    value: "opt_in",
    label: "Opt-in",
    text: "Nothing is stored until a visitor accepts. Your pages show a banner in the visitor’s language.",
  },
  {
    value: "by_country",
    label: "By country",
    text: "Opt-in in the EEA, the United Kingdom, Switzerland and where the country is unknown; opt-out elsewhere.",
  },
];

/** When visitors' browsers may be remembered, and what that does to the count of people. */
export function VisitorConsent({ mode }: { mode: Mode }) {
  const update = useUpdateOrganization();
  const toasts = useToasts();
  const [selected, setSelected] = useState(mode);
  const save = () => {
    handleResult(update.mutateAsync({ visitor_consent: selected }), {
      onSuccess: () => toasts.success("Saved. Changes apply immediately."),
      onError: toasts.error,
    });
  };
  return (
    <Section
      title="Visitor consent"
      text="A cookie recognises returning visitors. Without it, visitors are identified by a hash that changes every day, so someone who visits on two days, or accepts after the first scan, counts as two people. Global Privacy Control, Do Not Track and refusals are always respected."
    >
      <RadioGroup aria-label="Visitor consent" value={selected} onChange={(_, value) => setSelected(value as Mode)}>
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
      <Button variant="contained" disabled={selected === mode || update.isPending} onClick={save} sx={{ mt: 1 }}>
        Save
      </Button>
    </Section>
  );
}
