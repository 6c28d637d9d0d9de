import Button from "@mui/material/Button";
import { Link } from "react-router";
import { FirstRun } from "@/features/content/pages/components/first-run";
import { PageHeader } from "@/shared/components/page-header";
import { paths } from "@/shared/config/paths";

export function Component() {
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
