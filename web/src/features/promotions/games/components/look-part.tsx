import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import FormControlLabel from "@mui/material/FormControlLabel";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import { Link as RouterLink } from "react-router";
import { type Problems, Section } from "@/features/promotions/games/components/fields";
import type { Draft, Look } from "@/features/promotions/games/types";
import { ColorField } from "@/shared/components/color-field";
import { paths } from "@/shared/config/paths";
import { PictureField } from "@/shared/media/picture-field";

interface PartProps {
  draft: Draft;
  problems: Problems;
  onChange: (changed: Partial<Draft>) => void;
}

const FIRST_COLOR = "#1f4fa3";

/** The look of the game beyond the organisation's theme. */
export function LookPart({ draft: { look }, problems, onChange }: PartProps) {
  const set = (changed: Partial<Look>) => onChange({ look: { ...look, ...changed } });
  return (
    <Section
      title={t`Look`}
      text={
        <Trans>
          Fonts, shapes and colours come from your{" "}
          <Link component={RouterLink} to={paths.brand}>
            brand
          </Link>
          . A game can have a colour and a picture of its own.
        </Trans>
      }
    >
      <Stack spacing={2.5} sx={{ maxWidth: 480 }}>
        {look.color === null ? (
          <Button variant="outlined" sx={{ alignSelf: "flex-start" }} onClick={() => set({ color: FIRST_COLOR })}>
            <Trans>Use a custom colour</Trans>
          </Button>
        ) : (
          <Stack spacing={1}>
            <ColorField label={t`Colour`} value={look.color} onChange={(color) => set({ color })} />
            <Button size="small" sx={{ alignSelf: "flex-start" }} onClick={() => set({ color: null })}>
              <Trans>Use the brand colour</Trans>
            </Button>
          </Stack>
        )}
        <PictureField
          label={t`Picture above the game`}
          value={look.picture_url ?? ""}
          error={Boolean(problems["look.picture_url"])}
          helperText={problems["look.picture_url"] ?? t`Wide, such as 1280 × 576 pixels`}
          onChange={(url) => set({ picture_url: url.trim() || null })}
        />
        {look.picture_url ? (
          <Box
            component="img"
            src={look.picture_url}
            alt=""
            sx={{ width: "100%", aspectRatio: "20 / 9", objectFit: "cover", borderRadius: 2 }}
          />
        ) : null}
        <FormControlLabel
          control={<Switch checked={look.sound} onChange={(_, sound) => set({ sound })} />}
          label={t`Offer sound; it is off until a player turns it on`}
        />
      </Stack>
    </Section>
  );
}
