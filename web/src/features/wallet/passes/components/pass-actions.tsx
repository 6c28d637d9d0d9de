import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import MoreVertIcon from "@mui/icons-material/MoreVert";
import IconButton from "@mui/material/IconButton";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useState } from "react";
import { Link as RouterLink } from "react-router";
import { type PassSummary, useDownloadBundle, useDownloadPass, useVoidPass } from "@/features/wallet/passes/api/passes";
import { handleResult } from "@/shared/api/handle-result";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { useToasts } from "@/shared/components/toasts";
import { saveBlob } from "@/shared/files/save-file";
import { paths } from "@/shared/config/paths";
import { reaches, useOrganization } from "@/shared/organization/organization";

type ActedOn = Pick<PassSummary, "pass_id" | "passTypeIdentifier" | "serialNumber" | "customer_id" | "is_void">;

/** Actions for one pass: open its page, download its file, void it. */
export function PassActions({ pass }: { pass: ActedOn }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [isAsking, setAsking] = useState(false);
  const canEdit = reaches(useOrganization().role, "editor");
  const download = useDownloadPass();
  const bundle = useDownloadBundle();
  const change = useVoidPass();
  const toasts = useToasts();
  const customerId = pass.customer_id;
  const close = () => setAnchor(null);
  const save = () => {
    close();
    handleResult(download.mutateAsync(pass), {
      onSuccess: (file) => saveBlob(`${pass.serialNumber}.pkpass`, file),
      onError: toasts.error,
    });
  };
  const saveAll = (customerId: string) => {
    close();
    handleResult(bundle.mutateAsync(customerId), {
      onSuccess: (file) => saveBlob("passes.pkpasses", file),
      onError: toasts.error,
    });
  };
  const setVoid = (isVoid: boolean) =>
    handleResult(change.mutateAsync({ passId: pass.pass_id, isVoid }), {
      onSuccess: () => toasts.success(isVoid ? t`The pass is now void.` : t`The pass is valid again.`),
      onError: toasts.error,
      onSettled: () => setAsking(false),
    });
  return (
    <>
      <IconButton
        aria-label={t`Actions for ${pass.serialNumber}`}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreVertIcon />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={close}>
        <MenuItem component="a" href={paths.publicPass(pass.pass_id)} target="_blank" rel="noreferrer" onClick={close}>
          <Trans>Open pass page</Trans>
        </MenuItem>
        <MenuItem onClick={save}>
          <Trans>Download .pkpass</Trans>
        </MenuItem>
        {customerId === null ? null : (
          <MenuItem onClick={() => saveAll(customerId)}>
            <Trans>Download all of this customer’s passes (.pkpasses)</Trans>
          </MenuItem>
        )}
        {canEdit ? (
          <MenuItem component={RouterLink} to={paths.updateOfPass(pass.pass_id)}>
            <Trans>Send a message or change a field</Trans>
          </MenuItem>
        ) : null}
        {canEdit ? (
          <MenuItem
            onClick={() => {
              close();
              if (pass.is_void) {
                setVoid(false);
              } else {
                setAsking(true);
              }
            }}
          >
            {pass.is_void ? t`Make valid again` : t`Void pass`}
          </MenuItem>
        ) : null}
      </Menu>
      <ConfirmDialog
        open={isAsking}
        title={t`Void this pass?`}
        confirmLabel={t`Void pass`}
        busy={change.isPending}
        onConfirm={() => setVoid(true)}
        onCancel={() => setAsking(false)}
      >
        <Trans>Phones show it greyed out. You can make it valid again later.</Trans>
      </ConfirmDialog>
    </>
  );
}
