import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import CheckCircleIcon from "@mui/icons-material/CheckCircle";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { DownloadPicture } from "@/features/codes/qr-picture/components/download-dialog";
import { Link } from "react-router";
import { PictureWithActions } from "@/features/codes/codes/components/code-actions";
import { useUpdateCode } from "@/features/codes/codes/api/update-code";
import { hasPages } from "@/features/codes/codes/components/code-labels";
import { CodePagesButton } from "@/features/content/pages/components/code-pages-button";
import { SavedPictureCheck } from "@/features/codes/qr-picture/components/saved-picture-check";
import type { Code } from "@/features/codes/codes/types";
import { handleResult } from "@/shared/api/handle-result";
import { useToasts } from "@/shared/components/toasts";
import { useHeadingFocus } from "@/shared/components/use-heading-focus";
import { useTitle } from "@/shared/components/use-title";
import { paths } from "@/shared/config/paths";

/** Confirms that a code was created or changed: its picture, and what to do next. */
export function CodeSaved({ code, title, text }: { code: Code; title: string; text: string }) {
  useTitle(title);
  const heading = useHeadingFocus();
  return (
    <Card sx={{ maxWidth: 560, mx: "auto", p: { xs: 2.5, sm: 5 } }}>
      <Stack spacing={3} sx={{ alignItems: "center", textAlign: "center" }}>
        <Stack spacing={1} sx={{ alignItems: "center" }}>
          <CheckCircleIcon color="success" sx={{ fontSize: 44 }} />
          <Typography ref={heading} tabIndex={-1} variant="h3" component="h1">
            {title}
          </Typography>
          <Typography color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
            {text}
          </Typography>
        </Stack>
        <PictureWithActions code={code}>
          <DownloadPicture codeId={code.code_id} name={code.name} version={code.version} />
        </PictureWithActions>
        {code.deleted_at === null ? <PrintCheck code={code} /> : null}
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
          {code.url}
        </Typography>
        <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, justifyContent: "center", width: "100%", maxWidth: 400 }}>
          {hasPages(code) ? <CodePagesButton codeId={code.code_id} mayEdit variant="text" /> : null}
          <Button component={Link} to={paths.codeAnalytics(code.code_id)}>
            <Trans>View analytics</Trans>
          </Button>
          <Button component={Link} to={paths.showCode(code.code_id)}>
            <Trans>Open code</Trans>
          </Button>
          <Button component={Link} to={paths.createCode}>
            <Trans>Create another</Trans>
          </Button>
        </Box>
      </Stack>
    </Card>
  );
}

function PrintCheck({ code }: { code: Code }) {
  const toasts = useToasts();
  const update = useUpdateCode();
  const { version } = code;
  return (
    <SavedPictureCheck
      codeId={code.code_id}
      version={version}
      design={code.design}
      onChange={(design) =>
        handleResult(update.mutateAsync({ code: { code_id: code.code_id, version }, design }), {
          onSuccess: () => toasts.success(t`The design was fixed.`),
          onError: toasts.error,
        })
      }
    />
  );
}
