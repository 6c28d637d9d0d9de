import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import AddIcon from "@mui/icons-material/Add";
import CheckIcon from "@mui/icons-material/Check";
import Avatar from "@mui/material/Avatar";
import CircularProgress from "@mui/material/CircularProgress";
import Divider from "@mui/material/Divider";
import ListItemIcon from "@mui/material/ListItemIcon";
import ListItemText from "@mui/material/ListItemText";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { NewOrganizationDialog } from "@/features/org/organization/components/new-organization-dialog";
import { messageOf } from "@/shared/api/errors";
import { ownOrganizationsQuery, switchOrganization } from "@/shared/organization/organization";

interface OrganizationMenuProps {
  anchor: HTMLElement | null;
  current: string;
  onClose: () => void;
}

/** The organisations to which a member belongs, and a link that creates a new one. */
export default function OrganizationMenu({ anchor, current, onClose }: OrganizationMenuProps) {
  const own = useQuery({ ...ownOrganizationsQuery, enabled: anchor !== null });
  const [creating, setCreating] = useState(false);
  const choose = (orgId: string) => {
    onClose();
    if (orgId !== current) {
      switchOrganization(orgId);
    }
  };
  return (
    <>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={onClose}
        slotProps={{ list: { "aria-label": t`Organisations` }, paper: { sx: { width: 320, maxWidth: "100%" } } }}
      >
        {own.isPending ? (
          <MenuItem disabled>
            <CircularProgress size={18} sx={{ mr: 2 }} /> <Trans>Loading</Trans>
          </MenuItem>
        ) : null}
        {own.isError ? (
          <MenuItem onClick={() => void own.refetch()}>
            <ListItemText
              primary={t`Your organisations couldn’t be loaded`}
              secondary={t`${messageOf(own.error)} Select to retry.`}
            />
          </MenuItem>
        ) : null}
        {own.data?.map(({ org_id, org_name, organization_logo, role, is_demo }) => (
          <MenuItem
            key={org_id}
            selected={org_id === current}
            aria-current={org_id === current ? "true" : undefined}
            onClick={() => choose(org_id)}
          >
            <ListItemIcon>
              <Avatar
                variant="rounded"
                src={organization_logo || undefined}
                alt=""
                sx={{ width: 28, height: 28, typography: "subtitle2" }}
              >
                {org_name.slice(0, 1).toUpperCase()}
              </Avatar>
            </ListItemIcon>
            <ListItemText
              primary={org_name}
              secondary={is_demo ? t`${role} · demo data` : role}
              slotProps={{
                primary: { noWrap: true },
                secondary: { sx: { "&::first-letter": { textTransform: "uppercase" } } },
              }}
            />
            {org_id === current ? <CheckIcon fontSize="small" color="primary" /> : null}
          </MenuItem>
        ))}
        <Divider />
        <MenuItem
          onClick={() => {
            onClose();
            setCreating(true);
          }}
        >
          <ListItemIcon>
            <AddIcon fontSize="small" />
          </ListItemIcon>
          <Trans>Create organisation</Trans>
        </MenuItem>
      </Menu>
      {creating ? <NewOrganizationDialog onClose={() => setCreating(false)} /> : null}
    </>
  );
}
