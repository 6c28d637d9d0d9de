import { t } from "@lingui/core/macro";
import FormControlLabel from "@mui/material/FormControlLabel";
import Switch from "@mui/material/Switch";
import { useUpdateOrganization } from "@/features/org/organization/api/save-organization";
import { Section } from "@/features/org/organization/components/section";
import { handleResult } from "@/shared/api/handle-result";
import { useToasts } from "@/shared/components/toasts";

/** Whether owners get an email when something stops working. */
export function EmailAlerts({ isOn, mayEdit }: { isOn: boolean; mayEdit: boolean }) {
  const update = useUpdateOrganization();
  const toasts = useToasts();
  // While saving, the switch shows the requested state, and returns to the old one on failure.
  const isChecked = update.isPending ? (update.variables.alerts_by_mail ?? isOn) : isOn;
  const change = (isEnabled: boolean) => {
    handleResult(update.mutateAsync({ alerts_by_mail: isEnabled }), {
      onSuccess: () => toasts.success(isEnabled ? t`Email alerts turned on` : t`Email alerts turned off`),
      onError: toasts.error,
    });
  };
  return (
    <Section
      title={t`Email alerts`}
      text={t`We check the destinations of your codes every night. Owners get one email when a destination breaks, and another if it works and breaks again. The same applies to custom domains that fail verification.`}
    >
      <FormControlLabel
        control={
          <Switch
            checked={isChecked}
            disabled={!mayEdit || update.isPending}
            onChange={(_, isEnabled) => change(isEnabled)}
          />
        }
        label={t`Send alerts to owners`}
      />
    </Section>
  );
}
