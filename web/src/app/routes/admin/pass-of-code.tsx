import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import ArrowBackIcon from "@mui/icons-material/ArrowBack";
import Button from "@mui/material/Button";
import { Link } from "react-router";
import { CodeLoader } from "@/app/routes/admin/code-loader";
import { PassOfCode } from "@/features/wallet/passes/components/pass-of-code";
import { PageHeader } from "@/shared/components/page-header";
import { paths } from "@/shared/config/paths";

export function Component() {
  return (
    <CodeLoader>
      {(code) => (
        <>
          <PageHeader
            title={t`Pass of ${code.name}`}
            subtitle={t`A scan opens the pass with a button that adds it to the phone’s wallet.`}
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
          <PassOfCode key={code.code_id} codeId={code.code_id} />
        </>
      )}
    </CodeLoader>
  );
}
