import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import ArrowBackIcon from "@mui/icons-material/ArrowBack";
import Button from "@mui/material/Button";
import { Link } from "react-router";
import { CodeLoader } from "@/app/routes/admin/code-loader";
import { LockPanel } from "@/features/promotions/promo-locks/components/lock-panel";
import { PageHeader } from "@/shared/components/page-header";
import { paths } from "@/shared/config/paths";
import { useOrganizationData } from "@/shared/organization/organization";

export function Component() {
  const zone = useOrganizationData().data?.time_zone ?? "UTC";
  return (
    <CodeLoader>
      {(code) => (
        <>
          <PageHeader
            title={t`Promo lock for ${code.name}`}
            subtitle={t`Visitors unlock the page with a promo code, typed in or as part of the link.`}
            actions={
              <Button
                component={Link}
                to={paths.showCode(code.code_id)}
                variant="outlined"
                startIcon={<ArrowBackIcon />}
              >
                <Trans>Back to code</Trans>
              </Button>
            }
          />
          <LockPanel key={code.code_id} codeId={code.code_id} publicUrl={code.url} zone={zone} />
        </>
      )}
    </CodeLoader>
  );
}
