import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import AddIcon from "@mui/icons-material/Add";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { Link } from "react-router";
import { HealthNotice } from "@/features/codes/health/components/health-notice";
import { CodesList } from "@/features/codes/codes/components/codes-list";
import { ImportButton } from "@/features/codes/codes/components/import-dialog";
import { FolderPanel } from "@/features/codes/folders/components/folder-panel";
import { PageHeader } from "@/shared/components/page-header";
import { paths } from "@/shared/config/paths";
import { reaches, useOrganization, useOrganizationData } from "@/shared/organization/organization";

export function Component() {
  const { role } = useOrganization();
  const zone = useOrganizationData().data?.time_zone;
  const mayEdit = reaches(role, "editor");
  return (
    <>
      <PageHeader
        title={t`My codes`}
        actions={
          <>
            {mayEdit ? <ImportButton /> : null}
            {mayEdit ? (
              <Button component={Link} to={paths.createCode} variant="contained" startIcon={<AddIcon />}>
                <Trans>Create a code</Trans>
              </Button>
            ) : null}
          </>
        }
      />
      <Box
        sx={{
          display: "grid",
          gap: 3,
          gridTemplateColumns: { xs: "minmax(0, 1fr)", lg: "220px minmax(0, 1fr)" },
          alignItems: "start",
        }}
      >
        <Box sx={{ display: { xs: "none", lg: "block" }, position: "sticky", top: 88 }}>
          <FolderPanel mayEdit={mayEdit} />
        </Box>
        <div>
          <HealthNotice zone={zone} />
          <CodesList />
        </div>
      </Box>
    </>
  );
}
