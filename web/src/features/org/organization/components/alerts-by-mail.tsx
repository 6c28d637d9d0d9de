import FormControlLabel from "@mui/material/FormControlLabel";
import Switch from "@mui/material/Switch";
import { useUpdateOrganization } from "@/features/org/organization/api/save-organization";
import { Section } from "@/features/org/organization/components/section";
import { settle } from "@/shared/api/settle";
import { useToasts } from "@/shared/components/toasts";

/** Whether owners get a mail when something of theirs stops working. */
export function AlertsByMail({ isOn, mayEdit }: { isOn: boolean; mayEdit: boolean }) {
  const update = useUpdateOrganization();
  const toasts = useToasts();
  // While it is being saved the switch shows what was asked for, and goes back if that fails.
  const shown = update.isPending ? (update.variables.alerts_by_mail ?? isOn) : isOn;
  const change = (wanted: boolean) => {
    settle(update.mutateAsync({ alerts_by_mail: wanted }), {
      onSuccess: () =>
        toasts.success(wanted ? "Owners get mails about what stops working" : "No more mails about what stops working"),
      onError: toasts.error,
    });
  };
  return (
    <Section
      title="Alerts by mail"
      text="Every night we look whether the addresses behind your codes answer. Owners get one mail about those that began to lead nowhere, and another only if they work and break again. The same goes for own domains whose proof is gone."
    >
      <FormControlLabel
        control={
          <Switch checked={shown} disabled={!mayEdit || update.isPending} onChange={(_, wanted) => change(wanted)} />
        }
        label="Tell owners what stopped working"
      />
    </Section>
  );
}
