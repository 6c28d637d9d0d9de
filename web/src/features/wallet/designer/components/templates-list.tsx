import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import AddIcon from "@mui/icons-material/Add";
import DeleteOutlinedIcon from "@mui/icons-material/DeleteOutlined";
import StyleIcon from "@mui/icons-material/StyleOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Chip from "@mui/material/Chip";
import IconButton from "@mui/material/IconButton";
import Link from "@mui/material/Link";
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
import { CardList, ListScreen } from "@/shared/components/list-screen";
import { useToasts } from "@/shared/components/toasts";
import { paths } from "@/shared/config/paths";
import { reaches, useOrganization, useOrganizationData } from "@/shared/organization/organization";
import { useListView } from "@/shared/url/use-list-view";
import { ApplePass } from "@/shared/wallet/apple-pass";
import { wholeContent } from "@/shared/wallet/pass-content";
import { PassPictureAddress } from "@/shared/wallet/pass-picture-address";

/** Pass templates, sorted by name. */
export function TemplatesList() {
  const view = useListView({ text: "q", pageSize: PAGE_SIZE });
  const canEdit = reaches(useOrganization().role, "editor");
  const list = useQuery(templatesQuery(view.filter, view.page));
  const [doomed, setDoomed] = useState<PassTemplateSummary | null>(null);
  const begin = canEdit ? (
    <Button component={RouterLink} to={paths.newPassTemplate} variant="contained" startIcon={<AddIcon />}>
      <Trans>New template</Trans>
    </Button>
  ) : undefined;
  return (
    <>
      <ListScreen
        title={t`Pass templates`}
        subtitle={t`Define how your passes look. Published changes reach every pass created from the template.`}
        actions={begin}
        list={list}
        view={view}
        search={{ label: t`Search templates` }}
      >
        <CardList
          list={list}
          view={view}
          layout="grid"
          height={280}
          empty={{
            icon: <StyleIcon />,
            title: t`No pass templates yet`,
            text: t`A template gives all passes of one kind the same look, with each person’s own values.`,
            action: begin,
          }}
          nothingFound={{ title: t`No matching templates`, text: t`No template has this name.` }}
        >
          {(template) => (
            <TemplateCard
              key={template.template_id}
              template={template}
              canEdit={canEdit}
              onDelete={() => setDoomed(template)}
            />
          )}
        </CardList>
      </ListScreen>
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
        <PassPictureAddress value={(mediaId) => template.small_pictures[mediaId]}>
          <ApplePass
            content={resolved(content, sampleValues(content, {}))}
            language={content.language}
            timeZone={timeZone}
          />
        </PassPictureAddress>
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
      <Trans>“{template?.name}” and its versions will be deleted. Passes created from it stay as they are.</Trans>
    </ConfirmDialog>
  );
}
