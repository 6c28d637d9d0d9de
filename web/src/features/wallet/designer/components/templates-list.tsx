import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import AddIcon from "@mui/icons-material/Add";
import DeleteOutlinedIcon from "@mui/icons-material/DeleteOutlined";
import SearchOffIcon from "@mui/icons-material/SearchOff";
import StyleIcon from "@mui/icons-material/StyleOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Chip from "@mui/material/Chip";
import IconButton from "@mui/material/IconButton";
import Link from "@mui/material/Link";
import Pagination from "@mui/material/Pagination";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link as RouterLink } from "react-router";
import {
  PAGE_SIZE,
  type PassTemplateSummary,
  templatesQuery,
  useDeleteTemplate,
} from "@/features/wallet/designer/api/templates";
import { resolved, sampleValues } from "@/features/wallet/designer/placeholders";
import { STYLE_NAMES } from "@/features/wallet/designer/styles";
import { handleResult } from "@/shared/api/handle-result";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { PageHeader } from "@/shared/components/page-header";
import { Narrowing } from "@/shared/components/narrowing";
import { SearchBox } from "@/shared/components/search-box";
import { EmptyState, ErrorState } from "@/shared/components/state-views";
import { useToasts } from "@/shared/components/toasts";
import { paths } from "@/shared/config/paths";
import { reaches, useOrganization, useOrganizationData } from "@/shared/organization/organization";
import { useSearchChange } from "@/shared/url/use-search-change";
import { ApplePass } from "@/shared/wallet/apple-pass";
import { wholeContent } from "@/shared/wallet/pass-content";

/** Pass templates, by name. */
export function TemplatesList() {
  const [search, change] = useSearchChange();
  const text = search.get("q") ?? "";
  const page = Math.max(1, Number(search.get("at")) || 1);
  const canEdit = reaches(useOrganization().role, "editor");
  const list = useQuery(templatesQuery(text, page));
  const [doomed, setDoomed] = useState<PassTemplateSummary | null>(null);
  const pages = Math.ceil((list.data?.total ?? 0) / PAGE_SIZE);
  const begin = canEdit ? (
    <Button component={RouterLink} to={paths.newPassTemplate} variant="contained" startIcon={<AddIcon />}>
      <Trans>New template</Trans>
    </Button>
  ) : undefined;
  return (
    <>
      <PageHeader
        title={t`Pass templates`}
        subtitle={t`How passes look. Published changes reach every pass made from the template.`}
        actions={begin}
      />
      <Narrowing list={list} isNarrowed={text !== ""}>
        <Box sx={{ mb: 2, maxWidth: "24rem" }}>
          <SearchBox
            label={t`Search templates`}
            value={text}
            onChange={(typed) => change({ q: typed.trim() || null, at: null })}
          />
        </Box>
      </Narrowing>
      {list.isPending ? (
        <Skeleton variant="rounded" height={240} aria-busy="true" />
      ) : list.isError ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : list.data.items.length === 0 ? (
        <Card>
          {text === "" ? (
            <EmptyState
              icon={<StyleIcon />}
              title={t`No pass templates yet`}
              text={t`A template gives all passes of one kind the same look, with the values of each person.`}
              action={begin}
            />
          ) : (
            <EmptyState icon={<SearchOffIcon />} title={t`No template found`} text={t`Names are searched.`} />
          )}
        </Card>
      ) : (
        <Box
          component="ul"
          sx={{
            display: "grid",
            gap: 2,
            m: 0,
            p: 0,
            listStyle: "none",
            gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 18rem), 1fr))",
          }}
        >
          {list.data.items.map((template) => (
            <TemplateCard
              key={template.template_id}
              template={template}
              canEdit={canEdit}
              onDelete={() => setDoomed(template)}
            />
          ))}
        </Box>
      )}
      {pages > 1 ? (
        <Pagination
          sx={{ mt: 2 }}
          count={pages}
          page={page}
          onChange={(_, next) => change({ at: next === 1 ? null : String(next) })}
        />
      ) : null}
      <DeleteTemplate template={doomed} onDone={() => setDoomed(null)} />
    </>
  );
}

interface TemplateCardProps {
  template: PassTemplateSummary;
  canEdit: boolean;
  onDelete: () => void;
}

function TemplateCard({ template, canEdit, onDelete }: TemplateCardProps) {
  const timeZone = useOrganizationData().data?.time_zone ?? "UTC";
  const content = wholeContent(template.content);
  return (
    <Card component="li">
      <Box aria-hidden inert sx={{ bgcolor: "action.hover", height: 190, overflow: "hidden", px: 3, pt: 2.5 }}>
        <ApplePass
          content={resolved(content, sampleValues(content, {}))}
          language={content.language}
          timeZone={timeZone}
        />
      </Box>
      <Stack direction="row" sx={{ gap: 1, p: 2, alignItems: "flex-start" }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="h6" component="h2" sx={{ overflowWrap: "anywhere" }}>
            <Link
              component={RouterLink}
              to={paths.passTemplate(template.template_id)}
              color="inherit"
              underline="hover"
            >
              {template.name}
            </Link>
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {t(STYLE_NAMES[template.style])}
            {" · "}
            <Link component={RouterLink} to={paths.holdersOf(template.template_id)} color="inherit">
              {plural(template.passes, { one: "# pass", other: "# passes" })}
            </Link>
          </Typography>
          <Stack direction="row" useFlexGap sx={{ gap: 0.5, mt: 1, flexWrap: "wrap" }}>
            {template.published_version === null ? (
              <Chip size="small" variant="outlined" label={t`Not published`} />
            ) : (
              <Chip size="small" color="success" label={t`Version ${template.published_version}`} />
            )}
            {template.published_version !== null && template.has_changes ? (
              <Chip size="small" variant="outlined" label={t`Draft with changes`} />
            ) : null}
          </Stack>
        </Box>
        {canEdit ? (
          <IconButton size="small" aria-label={t`Delete ${template.name}`} onClick={onDelete}>
            <DeleteOutlinedIcon fontSize="small" />
          </IconButton>
        ) : null}
      </Stack>
    </Card>
  );
}

function DeleteTemplate({ template, onDone }: { template: PassTemplateSummary | null; onDone: () => void }) {
  const remove = useDeleteTemplate();
  const toasts = useToasts();
  return (
    <ConfirmDialog
      open={template !== null}
      title={t`Delete this template?`}
      confirmLabel={t`Delete`}
      busy={remove.isPending}
      onCancel={onDone}
      onConfirm={() => {
        if (template) {
          handleResult(remove.mutateAsync(template.template_id), {
            onSuccess: () => toasts.success(t`Template deleted.`),
            onError: toasts.error,
            onSettled: onDone,
          });
        }
      }}
    >
      <Trans>“{template?.name}” and its versions are removed. Passes made from it stay as they are.</Trans>
    </ConfirmDialog>
  );
}
