import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import AddIcon from "@mui/icons-material/Add";
import Button from "@mui/material/Button";
import { Link } from "react-router";
import { SlipsList } from "@/features/content/slips/components/slips-list";
import { PageHeader } from "@/shared/components/page-header";
import { paths } from "@/shared/config/paths";
import { reaches, useOrganization } from "@/shared/organization/organization";

export function Component() {
  const { role } = useOrganization();
  return (
    <>
      <PageHeader
        title={t`Slips`}
        actions={
          reaches(role, "editor") ? (
            <Button component={Link} to={paths.createSlip} variant="contained" startIcon={<AddIcon />}>
              <Trans>Create a slip</Trans>
            </Button>
          ) : undefined
        }
      />
      <SlipsList />
    </>
  );
}
