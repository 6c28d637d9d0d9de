import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Avatar from "@mui/material/Avatar";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogContentText from "@mui/material/DialogContentText";
import DialogTitle from "@mui/material/DialogTitle";
import List from "@mui/material/List";
import ListItemAvatar from "@mui/material/ListItemAvatar";
import ListItemButton from "@mui/material/ListItemButton";
import ListItemText from "@mui/material/ListItemText";
import MenuItem, { type MenuItemProps } from "@mui/material/MenuItem";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useCopyAbroad } from "@/features/codes/codes/api/bulk-change";
import type { Code } from "@/features/codes/codes/types";
import { handleResult } from "@/shared/api/handle-result";
import { useToasts } from "@/shared/components/toasts";
import {
  type OwnOrganization,
  ownOrganizationsQuery,
  reaches,
  useOrganization,
} from "@/shared/organization/organization";

/** Returns the other organisations in which the user may create codes. */
function useOthers(): OwnOrganization[] {
  const { org_id: current } = useOrganization();
  const own = useQuery(ownOrganizationsQuery).data ?? [];
  return own.filter(({ org_id, role }) => org_id !== current && reaches(role, "editor"));
}

/** Opens `CopyAbroad`. Shown only to members of another organisation. */
export function CopyAbroadItem(props: MenuItemProps) {
  return useOthers().length > 0 ? (
    <MenuItem {...props}>
      <Trans>Copy to organisation…</Trans>
    </MenuItem>
  ) : null;
}

/** Copies a code into another organisation. */
export function CopyAbroad({ code, onClose }: { code: Code; onClose: () => void }) {
  const titleId = useId();
  const others = useOthers();
  const copy = useCopyAbroad();
  const toasts = useToasts();
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId} sx={{ typography: "h5", overflowWrap: "anywhere" }}>
        <Trans>Copy “{code.name}” to…</Trans>
      </DialogTitle>
      <DialogContent sx={{ px: 1, pb: 0 }}>
        <DialogContentText variant="body2" sx={{ px: 2 }}>
          <Trans>The copy keeps its destination and design. Tags are copied if they exist there.</Trans>
        </DialogContentText>
        <List>
          {others.map(({ org_id, org_name, organization_logo }) => (
            <ListItemButton
              key={org_id}
              disabled={copy.isPending}
              onClick={() =>
                handleResult(copy.mutateAsync({ codeId: code.code_id, orgId: org_id }), {
                  onSuccess: () => {
                    onClose();
                    toasts.success(t`“${code.name}” was copied to ${org_name}`);
                  },
                  onError: toasts.error,
                })
              }
            >
              <ListItemAvatar>
                <Avatar variant="rounded" src={organization_logo || undefined} alt="">
                  {org_name.slice(0, 1).toUpperCase()}
                </Avatar>
              </ListItemAvatar>
              <ListItemText primary={org_name} />
            </ListItemButton>
          ))}
        </List>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button color="inherit" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  );
}
