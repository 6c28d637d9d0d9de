import { t } from "@lingui/core/macro";
import Avatar from "@mui/material/Avatar";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { Section } from "@/features/org/organization/components/section";
import { useSession } from "@/shared/auth/session";

/** The logged-in user. */
export function You({ role }: { role: string }) {
  const { user } = useSession();
  const name = user?.name || user?.email || "";
  return (
    <Section title={t`You`} text={t`Your name and address come from your login.`}>
      <Stack direction="row" sx={{ flexWrap: "wrap", gap: 2, alignItems: "center" }}>
        <Avatar
          src={user?.picture || undefined}
          alt=""
          sx={{ width: 52, height: 52, bgcolor: "primary.main", color: "primary.contrastText" }}
        >
          {name.slice(0, 1).toUpperCase()}
        </Avatar>
        <Box sx={{ minWidth: 0, flex: "1 1 10rem", overflowWrap: "anywhere" }}>
          <Typography variant="subtitle1">{name}</Typography>
          <Typography variant="body2" color="textSecondary">
            {user?.email}
          </Typography>
        </Box>
        <Chip label={role} color="primary" variant="outlined" sx={{ textTransform: "capitalize" }} />
      </Stack>
    </Section>
  );
}
