import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Card from "@mui/material/Card";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQueryClient } from "@tanstack/react-query";
import { useLocation, useNavigate } from "react-router";
import { OpenInvitations } from "@/features/org/organization/components/open-invitations";
import { OrganizationForm } from "@/features/org/organization/components/organization-form";
import { useSession } from "@/shared/auth/session";
import { useToasts } from "@/shared/components/toasts";
import { useTitle } from "@/shared/components/use-title";
import { paths } from "@/shared/config/paths";
import { organizationQuery } from "@/shared/organization/organization";

/** Creates an organisation for a user who belongs to none yet. */
export function CreateOrganization() {
  useTitle(t`Create your organisation`);
  const { user, logout } = useSession();
  const cache = useQueryClient();
  const toasts = useToasts();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const begin = (name: string) => {
    void cache.resetQueries({ queryKey: organizationQuery.queryKey });
    toasts.success(t`Welcome, ${name}`);
    // A user who came for a certain screen continues there. Everybody else starts with a page and its code.
    if (pathname === paths.codes || pathname === paths.admin) {
      void navigate(paths.firstRun, { replace: true });
    }
  };
  return (
    <Stack spacing={3} sx={{ maxWidth: 520, mx: "auto" }}>
      <OpenInvitations />
      <Card sx={{ p: { xs: 2.5, sm: 4 } }}>
        <OrganizationForm cancelLabel={t`Log out`} onCancel={logout} onCreated={({ org_name }) => begin(org_name)}>
          <div>
            <Typography variant="h4" component="h1" gutterBottom>
              <Trans>Create your organisation</Trans>
            </Typography>
            <Typography color="textSecondary">
              <Trans>
                {user?.email} does not belong to an organisation yet. Create one, or ask a colleague to invite you.
              </Trans>
            </Typography>
          </div>
        </OrganizationForm>
      </Card>
    </Stack>
  );
}
