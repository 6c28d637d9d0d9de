import { t } from "@lingui/core/macro";
import AddPhotoAlternateOutlinedIcon from "@mui/icons-material/AddPhotoAlternateOutlined";
import ShuffleIcon from "@mui/icons-material/Shuffle";
import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import Typography from "@mui/material/Typography";
import { STYLES, type Style } from "@/features/content/ai-qr/types";
import { onRadioKey } from "@/shared/components/radio-keys";

interface StylePickerProps {
  value: Style;
  /** Whether a model paints the description. */
  paintsPrompts: boolean;
  /** Whether users can choose their own picture, which requires a login. */
  withPhoto: boolean;
  onChange: (style: Style) => void;
}

/** Selects the style of the picture from examples. */
export function StylePicker({ value, paintsPrompts, withPhoto, onChange }: StylePickerProps) {
  return (
    <Box
      role="radiogroup"
      aria-label={paintsPrompts ? t`Style` : t`Pattern`}
      onKeyDown={onRadioKey}
      sx={{ display: "grid", gap: 1.25, gridTemplateColumns: "repeat(auto-fill, minmax(104px, 1fr))" }}
    >
      {STYLES.filter(({ style }) => withPhoto || style !== "photo").map(({ style, label, sample }) => (
        <ButtonBase
          key={style}
          role="radio"
          aria-checked={value === style}
          tabIndex={value === style ? 0 : -1}
          onClick={() => onChange(style)}
          sx={{
            display: "flex",
            flexDirection: "column",
            justifyContent: "flex-start",
            p: 0.75,
            borderRadius: 2.5,
            border: 2,
            borderColor: value === style ? "primary.main" : "divider",
            textAlign: "center",
            "&.Mui-focusVisible": { outline: 3, outlineColor: "primary.main", outlineOffset: 2, outlineStyle: "solid" },
          }}
        >
          {sample ? (
            <Box
              component="img"
              src={sample}
              alt=""
              loading="lazy"
              sx={{ display: "block", width: "100%", aspectRatio: "1", borderRadius: 1.75, objectFit: "cover" }}
            />
          ) : (
            <Box
              sx={{
                width: "100%",
                aspectRatio: "1",
                borderRadius: 1.75,
                bgcolor: "action.hover",
                display: "grid",
                placeItems: "center",
                color: "primary.main",
              }}
            >
              {style === "photo" ? <AddPhotoAlternateOutlinedIcon /> : <ShuffleIcon />}
            </Box>
          )}
          <Typography variant="body2" sx={{ mt: 0.75, fontWeight: value === style ? 700 : 500 }}>
            {style === "auto" && paintsPrompts ? t`From a prompt` : t(label)}
          </Typography>
        </ButtonBase>
      ))}
    </Box>
  );
}
