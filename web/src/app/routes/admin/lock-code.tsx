import ArrowBackIcon from "@mui/icons-material/ArrowBack";
import Button from "@mui/material/Button";
import { Link } from "react-router";
import { CodeOfRoute } from "@/app/routes/admin/code-of-route";
import { LockPanel } from "@/features/promotions/promo-locks/components/lock-panel";
import { PageHeader } from "@/shared/components/page-header";
import { paths } from "@/shared/config/paths";
import { useOrganizationData } from "@/shared/organization/organization";

export function Component() {
  const zone = useOrganizationData().data?.time_zone ?? "UTC";
  return (
    <CodeOfRoute>
      {(code) => (
        <>
          <PageHeader
            title={`Promo lock of ${code.name}`}
            subtitle="The page opens with a promo code, typed or in the link."
            actions={
              <Button
                component={Link}
                to={paths.showCode(code.code_id)}
                variant="outlined"
                startIcon={<ArrowBackIcon />}
              >
                The code
              </Button>
            }
          />
          <LockPanel key={code.code_id} codeId={code.code_id} publicUrl={code.url} zone={zone} />
        </>
      )}
    </CodeOfRoute>
  );
}
