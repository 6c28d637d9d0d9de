import Avatar from "@mui/material/Avatar";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useOrganizationData } from "@/shared/organization/organization";

/** Logo and name of the organisation one works in. */
export function OrganizationBadge() {
  const { data } = useOrganizationData();
  if (data === undefined) {
    return null;
  }
  return (
    <Stack direction="row" spacing={1.25} sx={{ alignItems: "center", minWidth: 0 }}>
      <Avatar
        src={data.organization_logo || undefined}
        alt=""
        variant="rounded"
        sx={{ width: 32, height: 32, bgcolor: "secondary.main", color: "secondary.contrastText", typography: "subtitle2" }}
      >
        {data.org_name.slice(0, 1).toUpperCase()}
      </Avatar>
      <Typography variant="subtitle1" component="span" noWrap title={data.org_name}>
        {data.org_name}
      </Typography>
      {data.is_demo ? <Chip size="small" variant="outlined" color="info" label="Demo data" /> : null}
    </Stack>
  );
}
