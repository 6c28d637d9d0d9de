import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import AddIcon from "@mui/icons-material/Add";
import ArrowBackIcon from "@mui/icons-material/ArrowBack";
import Button from "@mui/material/Button";
import { Link, useParams } from "react-router";
import { PagesList } from "@/features/content/pages/components/pages-list";
import { PageHeader } from "@/shared/components/page-header";
import { paths } from "@/shared/config/paths";
import { reaches, useOrganization } from "@/shared/organization/organization";

export function Component() {
  const { codeId } = useParams();
  const { role } = useOrganization();
  const mayEdit = reaches(role, "editor");
  return (
    <>
      <PageHeader
        title={codeId ? t`Pages for this code` : t`Pages`}
        actions={
          <>
            {codeId ? (
              <Button component={Link} to={paths.showCode(codeId)} variant="outlined" startIcon={<ArrowBackIcon />}>
                <Trans>Back to code</Trans>
              </Button>
            ) : null}
            {mayEdit ? (
              <Button component={Link} to={paths.newPage(codeId)} variant="contained" startIcon={<AddIcon />}>
                <Trans>Create a page</Trans>
              </Button>
            ) : null}
          </>
        }
      />
      <PagesList codeId={codeId} mayEdit={mayEdit} />
    </>
  );
}
