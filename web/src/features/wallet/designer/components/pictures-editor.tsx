import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import DeleteOutlinedIcon from "@mui/icons-material/DeleteOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { LintFinding } from "@/features/wallet/designer/api/templates";
import { FieldFindings } from "@/features/wallet/designer/components/findings";
import { PicturePlacing } from "@/features/wallet/designer/components/picture-placing";
import { frameOf, SLOTS } from "@/features/wallet/designer/pictures";
import type { PassDesign } from "@/features/wallet/designer/use-pass-design";
import { UploadButton } from "@/shared/media/upload-button";
import type { PictureSlot } from "@/shared/wallet/pass-content";
import type { PlacedPicture } from "@/shared/wallet/pass-picture";

interface PicturesEditorProps {
  design: PassDesign;
  findings: readonly LintFinding[];
}

/** The pictures of a pass, one upload for each slot. */
export function PicturesEditor({ design, findings }: PicturesEditorProps) {
  const { content } = design.draft;
  const { pictures, style } = content;
  const set = (slot: PictureSlot, placed: PlacedPicture | null, kind?: string) => {
    const { [slot]: _, ...others } = pictures;
    design.change({ pictures: placed === null ? others : { ...others, [slot]: placed } }, kind);
  };
  return (
    <Stack component="section" aria-label={t`Pictures`} sx={{ gap: 2.5 }}>
      <Box>
        <Typography variant="subtitle2" component="h3">
          <Trans>Pictures</Trans>
        </Typography>
        <Typography variant="body2" color="textSecondary">
          <Trans>One file for each. All sizes that phones need are created from it.</Trans>
        </Typography>
      </Box>
      {SLOTS.filter(({ slot, styles }) => styles.includes(style) || slot in pictures).map(({ slot, label, text }) => {
        const placed = pictures[slot];
        const frame = frameOf(slot, style);
        return (
          <Box key={slot} data-path={`pictures.${slot}`} role="group" aria-label={t(label)}>
            <Stack direction="row" useFlexGap sx={{ gap: 1, alignItems: "center", flexWrap: "wrap" }}>
              <Box sx={{ flex: "1 1 12rem", minWidth: 0 }}>
                <Typography variant="body1">{t(label)}</Typography>
                <Typography variant="body2" color="textSecondary">
                  {t(text)}
                </Typography>
                <Typography variant="body2" color="textSecondary">
                  {t`${frame.needed} pixels or more`}
                </Typography>
              </Box>
              <UploadButton
                name={t(label)}
                label={placed === undefined ? t`Upload` : t`Replace`}
                variant="outlined"
                onUploaded={({ media_id }) => set(slot, { media_id, x: 0.5, y: 0.5, zoom: 1 })}
              />
              {placed === undefined ? null : (
                <Button
                  size="small"
                  color="inherit"
                  startIcon={<DeleteOutlinedIcon />}
                  aria-label={t`Remove: ${t(label)}`}
                  onClick={() => set(slot, null)}
                >
                  <Trans>Remove</Trans>
                </Button>
              )}
            </Stack>
            {placed === undefined ? null : (
              <PicturePlacing
                slot={slot}
                frame={frame}
                placed={placed}
                ground={content.background}
                onChange={(next) => set(slot, next, `picture ${slot}`)}
              />
            )}
            <FieldFindings findings={findings.filter((it) => it.field === `pictures.${slot}`)} sx={{ pt: 0.5 }} />
          </Box>
        );
      })}
    </Stack>
  );
}
