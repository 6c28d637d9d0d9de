import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Button from "@mui/material/Button";
import { Link } from "react-router";
import { FirstRun } from "@/features/content/pages/components/first-run";
import { EditorsOnly } from "@/shared/components/editors-only";
import { PageHeader } from "@/shared/components/page-header";
import { paths } from "@/shared/config/paths";
import { reaches, useOrganization } from "@/shared/organization/organization";

export function Component() {
  const mayEdit = reaches(useOrganization().role, "editor");
  if (!mayEdit) {
    return (
      <EditorsOnly
        title={t`Your first page`}
        text={t`Only editors can create pages.`}
        back={{ to: paths.codes, label: t`My codes` }}
      />
    );
  }
  return (
    <>
      <PageHeader
        title={t`Your first page`}
        subtitle={t`Answer three questions to get a page and a code to print.`}
        actions={
          <Button component={Link} to={paths.codes} color="inherit">
            <Trans>Not now</Trans>
          </Button>
        }
      />
      <FirstRun />
    </>
  );
}
