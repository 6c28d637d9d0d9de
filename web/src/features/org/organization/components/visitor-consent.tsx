import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Button from "@mui/material/Button";
import FormControlLabel from "@mui/material/FormControlLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useUpdateOrganization } from "@/features/org/organization/api/save-organization";
import { Section } from "@/features/org/organization/components/section";
import type { components } from "@/shared/api/schema";
import { handleResult } from "@/shared/api/handle-result";
import { useToasts } from "@/shared/components/toasts";

type Mode = components["schemas"]["ConsentMode"];

const MODES: readonly { value: Mode; label: MessageDescriptor; text: MessageDescriptor }[] = [
  {
    value: "opt_out",
    label: msg`Opt-out`,
    text: msg`A cookie is set on the first visit. Visitors can refuse it at any time.`,
  },
  {
    value: "opt_in",
    label: msg`Opt-in`,
    text: msg`Nothing is stored until a visitor accepts. Your pages show a banner in the visitor’s language.`,
  },
  {
    value: "by_country",
    label: msg`By country`,
    text: msg`Opt-in in the EEA, the United Kingdom, Switzerland and where the country is unknown; opt-out elsewhere.`,
  },
];

interface VisitorConsentProps {
  mode: Mode;
  /** The selection that is not saved yet. */
  draft: Mode | null;
  setDraft: (draft: Mode | null) => void;
}

/** Selects when visitors' browsers may be remembered, and explains the effect on the count of people. */
export function VisitorConsent({ mode, draft, setDraft }: VisitorConsentProps) {
  const update = useUpdateOrganization();
  const toasts = useToasts();
  const selected = draft ?? mode;
  const save = () => {
    handleResult(update.mutateAsync({ visitor_consent: selected }), {
      onSuccess: () => {
        setDraft(null);
        toasts.success(t`Saved. Changes apply immediately.`);
      },
      onError: toasts.error,
    });
  };
  return (
    <Section
      title={t`Visitor consent`}
      text={t`A cookie recognises returning visitors. Without it, visitors are identified by a hash that changes every day, so someone who visits on two days, or accepts after the first scan, counts as two people. Global Privacy Control, Do Not Track and refusals are always respected.`}
    >
      <RadioGroup
        aria-label={t`Visitor consent`}
        value={selected}
        onChange={(_, value) => setDraft(value === mode ? null : (value as Mode))}
      >
        {MODES.map(({ value, label, text }) => (
          <FormControlLabel
            key={value}
            value={value}
            disabled={update.isPending}
            control={<Radio />}
            sx={{ alignItems: "flex-start", mb: 1, "& .MuiRadio-root": { mt: -1 } }}
            label={
              <Stack>
                {t(label)}
                <Typography variant="body2" color="text.secondary">
                  {t(text)}
                </Typography>
              </Stack>
            }
          />
        ))}
      </RadioGroup>
      <Button variant="contained" disabled={selected === mode || update.isPending} onClick={save} sx={{ mt: 1 }}>
        <Trans>Save</Trans>
      </Button>
    </Section>
  );
}
