import type { MessageDescriptor } from "@lingui/core";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { ShapePicker } from "@/features/codes/qr-picture/components/shape-picker";
import { EyeBallPicture, EyeFramePicture } from "@/features/codes/qr-picture/components/small-pictures";
import {
  type Corner,
  CORNER_NAMES,
  cornerStyle,
  withAllCorners,
  withCorner,
} from "@/features/codes/qr-picture/corners";
import { EYE_BALL_NAMES, EYE_FRAME_NAMES } from "@/features/codes/qr-picture/shape-names";
import type { Design, DesignProps, EyeLook } from "@/features/codes/qr-picture/types";
import { ColorField } from "@/shared/components/color-field";

/** The three eyes of a code: all alike, or each with its own look. */
export function CornerFields({ design, onChange }: DesignProps) {
  const [corner, setCorner] = useState<Corner | "all">("all");
  const style: EyeLook =
    corner === "all" ? { frame: design.eye_frame, ball: design.eye_ball } : cornerStyle(design, corner);
  const change = (all: Partial<Pick<Design, "eye_frame" | "eye_ball">>, own: EyeLook) =>
    onChange(corner === "all" ? withAllCorners(design, all) : withCorner(design, corner, own));
  return (
    <Stack spacing={2} role="group" aria-label={t`Corners`}>
      <Stack
        direction="row"
        spacing={1}
        useFlexGap
        sx={{ flexWrap: "wrap", alignItems: "center", justifyContent: "space-between" }}
      >
        <Typography variant="subtitle2">
          <Trans>Corners</Trans>
        </Typography>
        <ToggleButtonGroup
          size="small"
          exclusive
          value={corner}
          onChange={(_, next: Corner | "all" | null) => next && setCorner(next)}
          aria-label={t`Which corners`}
          sx={{ flexWrap: "wrap" }}
        >
          <ToggleButton value="all">
            <Trans>All</Trans>
          </ToggleButton>
          {(Object.entries(CORNER_NAMES) as [Corner, MessageDescriptor][]).map(([value, name]) => (
            <ToggleButton key={value} value={value}>
              {t(name)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </Stack>
      <ShapePicker
        label={t`Corner frames`}
        names={EYE_FRAME_NAMES}
        value={style.frame ?? undefined}
        onChange={(shape) => change({ eye_frame: shape }, { frame: shape })}
        draw={(shape) => <EyeFramePicture shape={shape} />}
      />
      <ShapePicker
        label={t`Corner centres`}
        names={EYE_BALL_NAMES}
        value={style.ball ?? undefined}
        onChange={(shape) => change({ eye_ball: shape }, { ball: shape })}
        draw={(shape) => <EyeBallPicture shape={shape} />}
      />
      {corner === "all" ? null : (
        <>
          <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: { sm: "1fr 1fr" } }}>
            <ColorField
              label={t`${t(CORNER_NAMES[corner])}: frame`}
              value={style.frame_color ?? design.foreground}
              onChange={(frame_color) => onChange(withCorner(design, corner, { frame_color }))}
            />
            <ColorField
              label={t`${t(CORNER_NAMES[corner])}: centre`}
              value={style.ball_color ?? design.foreground}
              onChange={(ball_color) => onChange(withCorner(design, corner, { ball_color }))}
            />
          </Box>
          <Button
            color="inherit"
            disabled={!design.eyes?.[corner]}
            onClick={() => onChange(withCorner(design, corner, null))}
            sx={{ alignSelf: "flex-start" }}
          >
            <Trans>Same as the other corners</Trans>
          </Button>
        </>
      )}
    </Stack>
  );
}
