import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { labelOf } from "@/blocks/samples";
import type { Brand } from "@/blocks/types";
import { PageThumbnail } from "@/features/content/pages/components/page-thumbnail";
import { textsOf } from "@/features/content/pages/page-texts";
import type { PageRead } from "@/features/content/pages/types";
import { formatDateTime } from "@/shared/format/dates";

/** A page for members who may not change it: its appearance, and the texts of its blocks. */
export function PageReading({ page, brand, zone }: { page: PageRead; brand: Brand; zone: string | undefined }) {
  return (
    <Box
      sx={{
        display: "grid",
        gap: 3,
        gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "minmax(0, 1fr) 340px" },
        alignItems: "start",
      }}
    >
      <Card component="section" aria-label={t`Blocks`} sx={{ p: { xs: 2, sm: 3 } }}>
        <Stack direction="row" sx={{ alignItems: "center", gap: 1, mb: 2, flexWrap: "wrap" }}>
          <Chip
            size="small"
            variant="outlined"
            color={page.is_published ? "success" : "default"}
            label={page.is_published ? t`Published` : t`Not published`}
          />
          <Typography variant="body2" color="textSecondary">
            <Trans>Changed {formatDateTime(page.updated_at, zone)}</Trans>
          </Typography>
          {page.is_published ? (
            <Button size="small" href={page.public_url} target="_blank" rel="noopener" sx={{ ml: "auto" }}>
              <Trans>Open page</Trans>
            </Button>
          ) : null}
        </Stack>
        {page.blocks.content.length === 0 ? (
          <Typography color="textSecondary">
            <Trans>This page has no blocks yet.</Trans>
          </Typography>
        ) : (
          <Stack component="ol" spacing={2} sx={{ listStyle: "none", m: 0, p: 0 }}>
            {page.blocks.content.map((block, place) => (
              <li key={place}>
                <Typography variant="subtitle2" component="h2">
                  {labelOf(block.type)}
                </Typography>
                {textsOf(block.props).map((text, line) => (
                  <Typography key={line} variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
                    {text}
                  </Typography>
                ))}
              </li>
            ))}
          </Stack>
        )}
      </Card>
      <Card>
        <PageThumbnail data={page.blocks} brand={brand} height={844} />
      </Card>
    </Box>
  );
}
