import Button from "@mui/material/Button";
import { Link } from "react-router";
import { StaticCode } from "@/features/codes/qr-picture/components/static-code";
import { PageHeader } from "@/shared/components/page-header";
import { paths } from "@/shared/config/paths";

export function Component() {
  return (
    <>
      <PageHeader
        title="Static code"
        subtitle="Fixed content, such as Wi-Fi, a contact or a product."
        actions={
          <Button component={Link} to={paths.createCode} variant="outlined">
            Create a dynamic code
          </Button>
        }
      />
      <StaticCode />
    </>
  );
}
