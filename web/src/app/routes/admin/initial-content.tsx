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
    return <EditorsOnly title="Your first page" what="create pages" back={{ to: paths.codes, label: "My codes" }} />;
  }
  return (
    <>
      <PageHeader
        title="Your first page"
        subtitle="Answer three questions to get a page and a code to print."
        actions={
          <Button component={Link} to={paths.codes} color="inherit">
            Not now
          </Button>
        }
      />
      <FirstRun />
    </>
  );
}
