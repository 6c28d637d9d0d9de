import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { ColorField } from "@/shared/components/color-field";
import { ShapePicker } from "@/features/codes/qr-picture/components/shape-picker";
import { FramePicture } from "@/features/codes/qr-picture/components/small-pictures";
import { FRAME_NAMES } from "@/features/codes/qr-picture/shape-names";
import type { DesignProps, Frame } from "@/features/codes/qr-picture/types";
import { hanLanguage, isHanOfSomeLanguage, TextLanguageField } from "@/shared/components/text-language";
import { useOrganizationData } from "@/shared/organization/organization";

/** The frame around the code and its text. */
export function FrameFields({ design, onChange }: DesignProps) {
  const frame = design.frame ?? null;
  const locale = useOrganizationData().data?.locale;
  const change = (part: Partial<Frame>) => {
    const current: Frame = frame ?? {
      shape: "banner_bottom",
      text: t`Scan me`,
      second_text: "",
      color: design.foreground,
      text_color: "#ffffff",
    };
    onChange({ ...design, frame: { ...current, ...part } });
  };
  const languageOf = (text: string) => frame?.language ?? (isHanOfSomeLanguage(text) ? hanLanguage(locale) : undefined);
  return (
    <Stack spacing={2.5}>
      <ShapePicker
        label={t`Frame`}
        names={FRAME_NAMES}
        value={frame?.shape}
        onChange={(shape) => change({ shape })}
        draw={(shape) => <FramePicture shape={shape} />}
      />
      {frame ? (
        <>
          <TextField
            size="small"
            label={t`Text`}
            value={frame.text}
            onChange={(event) => change({ text: event.target.value, language: languageOf(event.target.value) })}
            helperText={t`Tell people what they get: “View menu”, “Pay here”`}
            slotProps={{ htmlInput: { maxLength: 40 } }}
          />
          <TextField
            size="small"
            label={t`Second text`}
            value={frame.second_text}
            onChange={(event) => change({ second_text: event.target.value, language: languageOf(event.target.value) })}
            helperText={
              frame.shape === "ticket" || frame.shape === "bubble"
                ? t`Optional. Smaller, below the first`
                : t`Optional. Smaller, opposite the first`
            }
            slotProps={{ htmlInput: { maxLength: 40 } }}
          />
          {isHanOfSomeLanguage(frame.text + frame.second_text) ? (
            <TextLanguageField value={frame.language} onChange={(language) => change({ language })} />
          ) : null}
          <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: { sm: "1fr 1fr" } }}>
            <ColorField label={t`Frame colour`} value={frame.color} onChange={(color) => change({ color })} />
            <ColorField
              label={t`Text colour`}
              value={frame.text_color}
              onChange={(text_color) => change({ text_color })}
            />
          </Box>
          <Button color="inherit" onClick={() => onChange({ ...design, frame: null })} sx={{ alignSelf: "flex-start" }}>
            <Trans>Remove frame</Trans>
          </Button>
        </>
      ) : null}
    </Stack>
  );
}
