import AddIcon from "@mui/icons-material/Add";
import Button from "@mui/material/Button";
import { Link } from "react-router";
import { CodesList } from "@/features/codes/components/codes-list";
import { PageHeader } from "@/shared/components/page-header";
import { paths } from "@/shared/config/paths";
import { reaches, useOrganization } from "@/shared/organization/organization";

export function Component() {
  const { role } = useOrganization();
  return (
    <>
      <PageHeader
        title="My codes"
        actions={
          reaches(role, "editor") ? (
            <Button component={Link} to={paths.createCode} variant="contained" startIcon={<AddIcon />}>
              Create a code
            </Button>
          ) : undefined
        }
      />
      <CodesList />
    </>
  );
}
