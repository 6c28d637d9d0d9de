import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import DashboardCustomizeIcon from "@mui/icons-material/DashboardCustomizeOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Chip from "@mui/material/Chip";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useSearchParams } from "react-router";
import type { Brand } from "@/blocks/types";
import { templatesQuery, withSmallPictures } from "@/features/content/pages/api/pages";
import { PageThumbnail } from "@/features/content/pages/components/page-thumbnail";
import { RemoveTemplate } from "@/features/content/pages/components/remove-template";
import type { Template } from "@/features/content/pages/types";
import { useBrand, usePageCss } from "@/features/content/pages/use-brand";
import { EmptyState, ErrorState } from "@/shared/components/state-views";
import { reaches, useOrganization } from "@/shared/organization/organization";

const KINDS: Record<string, MessageDescriptor> = {
  hospitality: msg`Hospitality`,
  retail: msg`Shops`,
  event: msg`Events`,
  campaign: msg`Campaigns`,
  culture: msg`Culture`,
  music: msg`Music`,
  nonprofit: msg`Nonprofits`,
  "real-estate": msg`Real estate`,
  mine: msg`Saved by your team`,
};

interface TemplateGalleryProps {
  onUse: (template: Template) => void;
  isBusy: boolean;
}

/** All templates, rendered as pages. The chosen kind is in the URL. */
export function TemplateGallery({ onUse, isBusy }: TemplateGalleryProps) {
  const templates = useQuery(templatesQuery);
  const brand = useBrand();
  const mayEdit = reaches(useOrganization().role, "editor");
  const [params, setParams] = useSearchParams();
  const selectedKind = params.get("kind") ?? "";
  if (templates.isError) {
    return <ErrorState error={templates.error} onRetry={() => void templates.refetch()} />;
  }
  const items = templates.data ?? [];
  const kinds = Object.keys(KINDS).filter((kind) => items.some((item) => kindOf(item) === kind));
  const shown = items.filter((item) => selectedKind === "" || kindOf(item) === selectedKind);
  const choose = (kind: string) =>
    setParams(
      (before) => {
        before.delete("kind");
        if (kind !== "") {
          before.set("kind", kind);
        }
        return before;
      },
      { replace: true },
    );
  return (
    <>
      <Stack
        direction="row"
        useFlexGap
        role="group"
        aria-label={t`Template category`}
        sx={{ flexWrap: "wrap", gap: 1, mb: 3 }}
      >
        {["", ...kinds].map((kind) => (
          <Chip
            key={kind}
            label={t(KINDS[kind] ?? msg`All`)}
            color={selectedKind === kind ? "primary" : "default"}
            variant={selectedKind === kind ? "filled" : "outlined"}
            aria-pressed={selectedKind === kind}
            onClick={() => choose(kind)}
          />
        ))}
      </Stack>
      <Box
        sx={{
          display: "grid",
          gap: { xs: 2, sm: 3 },
          gridTemplateColumns: {
            xs: "repeat(2, minmax(0, 1fr))",
            md: "repeat(3, minmax(0, 1fr))",
            lg: "repeat(4, minmax(0, 1fr))",
          },
        }}
      >
        {templates.isPending
          ? [1, 2, 3, 4, 5, 6].map((key) => <Skeleton key={key} variant="rounded" height={380} />)
          : null}
        {shown.map((template) => (
          <Card key={template.template_id} component="article" sx={{ display: "flex", flexDirection: "column" }}>
            <Thumbnail template={template} brand={brand} />
            <Stack spacing={1} sx={{ p: { xs: 1.5, sm: 2 }, flex: 1, borderTop: 1, borderColor: "divider" }}>
              <Typography variant="h6" component="h2">
                {template.name}
              </Typography>
              <Typography variant="body2" color="textSecondary" sx={{ flex: 1 }}>
                {template.description}
              </Typography>
              {mayEdit ? (
                <Button
                  variant="outlined"
                  disabled={isBusy}
                  onClick={() => onUse(template)}
                  aria-label={t`Use template ${template.name}`}
                >
                  <Trans>Use template</Trans>
                </Button>
              ) : null}
              {mayEdit && !template.is_builtin ? <RemoveTemplate template={template} /> : null}
            </Stack>
          </Card>
        ))}
      </Box>
      {templates.data && shown.length === 0 ? (
        <EmptyState
          icon={<DashboardCustomizeIcon />}
          title={t`No templates in this category`}
          action={
            <Button onClick={() => choose("")}>
              <Trans>Show all templates</Trans>
            </Button>
          }
        />
      ) : null}
    </>
  );
}

/** A template in its own theme. */
function Thumbnail({ template, brand }: { template: Template; brand: Brand }) {
  const { theme, background } = template.blocks.root.props;
  const css = usePageCss({ theme, background });
  const look = useMemo(() => ({ ...brand, css }), [brand, css]);
  const data = useMemo(() => withSmallPictures(template.blocks, template.small_pictures), [template]);
  return <PageThumbnail data={data} brand={look} />;
}

function kindOf(template: Template): string {
  return template.is_builtin ? template.kind : "mine";
}
