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
        title={codeId ? "Pages for this code" : "Pages"}
        actions={
          <>
            {codeId ? (
              <Button component={Link} to={paths.showCode(codeId)} variant="outlined" startIcon={<ArrowBackIcon />}>
                Back to code
              </Button>
            ) : null}
            {mayEdit ? (
              <Button component={Link} to={paths.newPage(codeId)} variant="contained" startIcon={<AddIcon />}>
                Create a page
              </Button>
            ) : null}
          </>
        }
      />
      <PagesList codeId={codeId} mayEdit={mayEdit} />
    </>
  );
}
