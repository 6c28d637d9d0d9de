import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import DialogContent from "@mui/material/DialogContent";
import Typography from "@mui/material/Typography";
import { useId, useState } from "react";
import { flushSync } from "react-dom";
import { OrganizationForm } from "@/features/org/organization/components/organization-form";
import { FormDialog } from "@/shared/components/form-dialog";
import { paths } from "@/shared/config/paths";
import { switchOrganization } from "@/shared/organization/organization";

/** Creates a further organisation and opens it. */
export function NewOrganizationDialog({ onClose }: { onClose: () => void }) {
  const titleId = useId();
  const [isCreated, setCreated] = useState(false);
  const open = (orgId: string) => {
    // At once: the browser would ask whether to discard what is typed.
    flushSync(() => setCreated(true));
    switchOrganization(orgId, paths.firstRun);
  };
  return (
    <FormDialog onClose={onClose} asks={!isCreated} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogContent sx={{ p: 3 }}>
        <OrganizationForm cancelLabel={t`Cancel`} onCancel={onClose} onCreated={({ org_id }) => open(org_id)}>
          <div>
            <Typography variant="h5" component="h2" id={titleId} gutterBottom>
              <Trans>Create organisation</Trans>
            </Typography>
            <Typography variant="body2" color="textSecondary">
              <Trans>
                It has its own codes, pages, members and analytics. You stay a member of your other organisations.
              </Trans>
            </Typography>
          </div>
        </OrganizationForm>
      </DialogContent>
    </FormDialog>
  );
}
