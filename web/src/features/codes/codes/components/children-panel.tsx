import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import DownloadIcon from "@mui/icons-material/Download";
import UndoIcon from "@mui/icons-material/Undo";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Chip from "@mui/material/Chip";
import MuiLink from "@mui/material/Link";
import Pagination from "@mui/material/Pagination";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { childrenOf } from "@/features/codes/codes/api/fetch-pictures";
import { codeKeys } from "@/features/codes/codes/api/keys";
import { useUpdateCode } from "@/features/codes/codes/api/update-code";
import { BaseLink, nameOf, overriddenParts } from "@/features/codes/codes/components/inherit-note";
import { StateChip } from "@/features/codes/codes/components/code-labels";
import { BulkCreateDialog } from "@/features/codes/codes/components/bulk-create-dialog";
import { PicturesDialog } from "@/features/codes/codes/components/pictures-dialog";
import type { Code, UpdateCode } from "@/features/codes/codes/types";
import { answerOf, api } from "@/shared/api/client";
import { handleResult } from "@/shared/api/handle-result";
import { ErrorState } from "@/shared/components/state-views";
import { useToasts } from "@/shared/components/toasts";
import { formatCount } from "@/shared/format/numbers";
import { paths } from "@/shared/config/paths";

type Parts = UpdateCode["overrides"];

const PAGE_SIZE = 10;

function childrenQuery(codeId: string, page: number) {
  return queryOptions({
    queryKey: [...codeKeys.lists, "children", codeId, page],
    queryFn: ({ signal }) => {
      const body = { id: codeId, page, pageSize: PAGE_SIZE, deleted: false, one_time: false };
      return answerOf(api.POST("/v1/get-all-qr-codes/get-child", { body, signal }));
    },
    placeholderData: keepPreviousData,
  });
}

/** The codes that follow this one. */
export function ChildrenPanel({ code, mayEdit }: { code: Code; mayEdit: boolean }) {
  const [page, setPage] = useState(1);
  const [asking, setAsking] = useState<"many" | "pictures" | null>(null);
  const children = useQuery(childrenQuery(code.code_id, page));
  const pages = Math.ceil((children.data?.total ?? 0) / PAGE_SIZE);
  return (
    <Card sx={{ p: { xs: 2, sm: 3 } }} component="section" aria-labelledby="children-heading">
      <Stack direction="row" spacing={1} useFlexGap sx={{ alignItems: "center", flexWrap: "wrap", mb: 0.5 }}>
        <Typography variant="h5" component="h2" id="children-heading" sx={{ flex: { xs: "1 0 100%", sm: 1 } }}>
          {children.data?.total ? t`Child codes (${formatCount(children.data.total)})` : t`Child codes`}
        </Typography>
        {children.data?.total ? (
          <Button size="small" startIcon={<DownloadIcon />} onClick={() => setAsking("pictures")}>
            <Trans>Download images</Trans>
          </Button>
        ) : null}
        {mayEdit && code.deleted_at === null ? (
          <Button size="small" variant="outlined" onClick={() => setAsking("many")}>
            <Trans>Create in bulk</Trans>
          </Button>
        ) : null}
      </Stack>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
        <Trans>
          Give each table, shop or poster its own code and analytics. Changes to this code apply to all of them.
        </Trans>
      </Typography>
      {/* A line, as most codes have no children: what stands below stays in its place. */}
      {children.isPending ? <Skeleton variant="rounded" height={20} /> : null}
      {children.isError ? <ErrorState compact error={children.error} onRetry={() => void children.refetch()} /> : null}
      {children.data?.total === 0 ? (
        <Typography variant="body2" color="textSecondary">
          <Trans>No child codes yet.</Trans>
        </Typography>
      ) : null}
      <Box component="ul" aria-label={t`Child codes`} sx={{ listStyle: "none", p: 0, m: 0 }}>
        {children.data?.items.map((child) => (
          <Box
            key={child.code_id}
            component="li"
            sx={{ display: "flex", alignItems: "center", gap: 1, py: 0.75, borderTop: 1, borderColor: "divider" }}
          >
            <Box sx={{ minWidth: 0, flex: 1 }}>
              <MuiLink
                component={Link}
                to={paths.showCode(child.code_id)}
                variant="body2"
                noWrap
                sx={{ display: "block" }}
                title={child.name}
              >
                {child.name}
              </MuiLink>
              <Typography variant="caption" color="textSecondary" noWrap component="div">
                {Object.entries(child.properties)
                  .map(([name, value]) => `${name}: ${value}`)
                  .join(", ") || child.short_url}
              </Typography>
            </Box>
            {child.overrides.length > 0 ? (
              <Chip size="small" variant="outlined" label={`own ${overriddenParts(child)}`} sx={{ maxWidth: 180 }} />
            ) : null}
            <StateChip code={child} />
          </Box>
        ))}
      </Box>
      {pages > 1 ? (
        <Box sx={{ display: "flex", justifyContent: "center", pt: 2 }}>
          <Pagination size="small" siblingCount={0} count={pages} page={page} onChange={(_, next) => setPage(next)} />
        </Box>
      ) : null}
      {asking === "many" ? <BulkCreateDialog code={code} onClose={() => setAsking(null)} /> : null}
      {asking === "pictures" ? (
        <PicturesDialog
          title={t`Images of all child codes`}
          fileName={code.name.replace(/[^\p{L}\p{N}]+/gu, "-") || "codes"}
          codes={(signal) => childrenOf(code.code_id, signal)}
          onClose={() => setAsking(null)}
        />
      ) : null}
    </Card>
  );
}

/** Shows the base of a child and what the child overrides. */
export function BaseNote({ code, mayEdit }: { code: Code; mayEdit: boolean }) {
  const update = useUpdateCode();
  const toasts = useToasts();
  if (code.base_code_id === null) {
    return null;
  }
  const follow = (part: string | null) =>
    handleResult(
      update.mutateAsync({
        code: {
          code_id: code.code_id,
          overrides: part === null ? [] : (code.overrides.filter((one) => one !== part) as Parts),
        },
        design: null,
      }),
      {
        onSuccess: () =>
          toasts.success(
            part === null
              ? t`This code now inherits everything from its base`
              : t`This code now inherits from its base: ${nameOf(part)}`,
          ),
        onError: toasts.error,
      },
    );
  const linkToBase = <BaseLink code={code} />;
  if (code.overrides.length === 0) {
    return (
      <Alert severity="info">
        <Trans>Inherits everything from {linkToBase}.</Trans>
      </Alert>
    );
  }
  if (!mayEdit) {
    return (
      <Alert severity="info">
        <Trans>
          Inherits from {linkToBase}. Overridden: {overriddenParts(code)}.
        </Trans>
      </Alert>
    );
  }
  return (
    <Alert severity="info">
      <Trans>Inherits from {linkToBase}, except for what is overridden. Select a part to inherit it again:</Trans>
      <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: "wrap", mt: 1 }}>
        {code.overrides.map((part) => (
          <Button
            key={part}
            size="small"
            variant="outlined"
            color="inherit"
            startIcon={<UndoIcon />}
            disabled={update.isPending}
            aria-label={t`Inherit again: ${nameOf(part)}`}
            onClick={() => follow(part)}
          >
            {nameOf(part)}
          </Button>
        ))}
        <Button color="inherit" size="small" disabled={update.isPending} onClick={() => follow(null)}>
          <Trans>Inherit everything</Trans>
        </Button>
      </Stack>
    </Alert>
  );
}
