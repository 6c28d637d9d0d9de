import { Trans } from "@lingui/react/macro";
import PaletteOutlinedIcon from "@mui/icons-material/PaletteOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import ButtonBase from "@mui/material/ButtonBase";
import MuiLink from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { Link } from "react-router";
import { PresetPicture } from "@/features/codes/qr-picture/components/small-pictures";
import { withBrand, withPreset, PRESETS } from "@/features/codes/qr-picture/presets";
import { fetchLogo } from "@/features/codes/qr-picture/read-logo";
import type { DesignProps } from "@/features/codes/qr-picture/types";
import { paths } from "@/shared/config/paths";
import { useOrganizationData } from "@/shared/organization/organization";

/** Complete designs to start with, and the organisation's own. */
export function PresetList({ design, onChange }: DesignProps) {
  const organization = useOrganizationData().data;
  const color = organization?.brand["color"];
  const brand = typeof color === "string" && /^#[0-9a-f]{6}$/i.test(color) ? color.toLowerCase() : null;
  return (
    <Stack spacing={2}>
      <Box sx={{ display: "grid", gap: 1.5, gridTemplateColumns: "repeat(auto-fill, minmax(84px, 1fr))" }}>
        {PRESETS.map(({ name, design: preset }) => (
          <ButtonBase
            key={name}
            onClick={() => onChange(withPreset(design, preset))}
            sx={{
              flexDirection: "column",
              gap: 0.75,
              p: 1,
              borderRadius: 2,
              border: 1,
              borderColor: "divider",
              "&:hover": { borderColor: "primary.main" },
              "&:focus-visible": { outline: 2, outlineColor: "primary.main", outlineOffset: 2 },
            }}
          >
            <Box sx={{ width: "100%", borderRadius: 1, overflow: "hidden" }}>
              <PresetPicture look={preset} />
            </Box>
            <Typography variant="caption">{name}</Typography>
          </ButtonBase>
        ))}
      </Box>
      {organization ? (
        <Stack direction="row" spacing={1.5} useFlexGap sx={{ alignItems: "center", flexWrap: "wrap" }}>
          <Button
            variant="outlined"
            startIcon={<PaletteOutlinedIcon />}
            disabled={brand === null}
            onClick={() =>
              void fetchLogo(organization.organization_logo).then((logo) =>
                onChange(withBrand(design, brand ?? "#000000", logo)),
              )
            }
          >
            <Trans>Use my brand</Trans>
          </Button>
          {brand === null ? (
            <Typography variant="body2" color="textSecondary">
              <Trans>
                <MuiLink component={Link} to={paths.brand}>
                  Set a brand colour
                </MuiLink>{" "}
                first.
              </Trans>
            </Typography>
          ) : null}
        </Stack>
      ) : null}
    </Stack>
  );
}
