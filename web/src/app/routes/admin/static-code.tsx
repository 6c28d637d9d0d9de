import Button from "@mui/material/Button";
import { Link } from "react-router";
import { StaticCode } from "@/features/codes/qr-picture/components/static-code";
import { PageHeader } from "@/shared/components/page-header";
import { paths } from "@/shared/config/paths";

export function Component() {
  return (
    <>
      <PageHeader
        title="A static code"
        subtitle="It says one thing for good: a network, a contact, a product."
        actions={
          <Button component={Link} to={paths.createCode} variant="outlined">
            Make a code that can change
          </Button>
        }
      />
      <StaticCode />
    </>
  );
}
