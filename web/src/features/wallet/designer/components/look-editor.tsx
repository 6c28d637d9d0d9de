import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { LintFinding } from "@/features/wallet/designer/api/templates";
import { FieldFindings } from "@/features/wallet/designer/components/findings";
import { PicturesEditor } from "@/features/wallet/designer/components/pictures-editor";
import type { PassDesign } from "@/features/wallet/designer/use-pass-design";
import { ColorField } from "@/shared/components/color-field";
import { contrastOf } from "@/shared/wallet/pass-content";

interface LookEditorProps {
  design: PassDesign;
  findings: readonly LintFinding[];
}

/** The pictures of a pass and its colours, each with its contrast to the background. */
export function LookEditor({ design, findings }: LookEditorProps) {
  const { content } = design.draft;
  const colors = [
    { name: "background", label: t`Background`, color: content.background },
    { name: "foreground", label: t`Values`, color: content.foreground },
    { name: "label_color", label: t`Labels`, color: content.label_color },
  ] as const;
  return (
    <Stack sx={{ gap: 2 }}>
      {colors.map(({ name, label, color }) => (
        <Box key={name} data-path={name}>
          <ColorField
            label={label}
            value={color}
            onChange={(next) => design.change({ [name]: next }, name)}
            {...(name === "background" ? {} : { helperText: contrastText(color, content.background) })}
          />
          <FieldFindings findings={findings.filter((it) => it.field === name)} sx={{ pt: 0.5 }} />
        </Box>
      ))}
      <Typography variant="body2" color="textSecondary">
        {t`Apple Wallet shows these colours. Google Wallet uses only the background colour, with black or white text.`}
      </Typography>
      <PicturesEditor design={design} findings={findings} />
    </Stack>
  );
}

function contrastText(color: string, background: string): string {
  const contrast = contrastOf(color, background).toFixed(1);
  return t`Contrast ${contrast}; text needs at least 4.5 to be readable`;
}
