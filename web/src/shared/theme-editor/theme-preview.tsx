import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import Typography from "@mui/material/Typography";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo, useState } from "react";
import { ErrorState } from "@/shared/components/state-views";
import { useOrganizationData } from "@/shared/organization/organization";
import { type Theme, themeCss, themeSamples } from "@/shared/organization/themes";
import { SampleFrame } from "@/shared/theme-editor/sample-frame";
import { samplePages } from "@/shared/theme-editor/sample-pages";

interface ThemePreviewProps {
  theme: Theme;
  /** Whether it is the theme of a single page, which does not apply to gates, notices and polls. */
  ofPage?: boolean;
}

/** Previews a theme as visitors would see it: page, form, gate, notice and poll side by side, in light or dark. */
export function ThemePreview({ theme, ofPage = false }: ThemePreviewProps) {
  const [variant, setVariant] = useState<"light" | "dark">("light");
  const organization = useOrganizationData().data;
  const shown = useDeferredValue(theme);
  const asked = { ...shown, dark: shown.dark === "auto" ? variant : shown.dark };
  const css = useQuery({ ...themeCss({ theme: asked }, organization?.brand), placeholderData: keepPreviousData });
  const { cover = null, logo = null } = shown;
  const samples = useQuery({
    ...themeSamples({ cover, logo }, organization),
    placeholderData: keepPreviousData,
    enabled: !ofPage,
  });
  const own = useMemo(
    () =>
      samplePages({
        name: organization?.org_name ?? "",
        logo_url: logo ?? (organization?.organization_logo || null),
        cover_url: cover,
      }),
    [organization, logo, cover],
  );
  const frames = [
    { label: t`Page`, html: own.page },
    { label: t`Form`, html: own.form },
    ...(ofPage
      ? []
      : [
          { label: t`Gate`, html: samples.data?.gate ?? "" },
          { label: t`Notice`, html: samples.data?.notice ?? "" },
          { label: t`Poll`, html: samples.data?.poll ?? "" },
        ]),
  ];
  return (
    <Box component="section" aria-label={t`Preview`}>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, alignItems: "center", mb: 1.5 }}>
        <Typography variant="subtitle2" component="h3" sx={{ flexGrow: 1 }}>
          <Trans>Preview</Trans>
        </Typography>
        {theme.dark === "auto" ? (
          <ToggleButtonGroup
            size="small"
            exclusive
            value={variant}
            onChange={(_, next: "light" | "dark" | null) => next && setVariant(next)}
            aria-label={t`Variant in the preview`}
          >
            <ToggleButton value="light">
              <Trans>Light</Trans>
            </ToggleButton>
            <ToggleButton value="dark">
              <Trans>Dark</Trans>
            </ToggleButton>
          </ToggleButtonGroup>
        ) : (
          <Typography variant="caption" color="textSecondary">
            {theme.dark === "dark" ? t`Always dark` : t`Always light`}
          </Typography>
        )}
      </Box>
      {css.isError ? <ErrorState compact error={css.error} onRetry={() => void css.refetch()} /> : null}
      {samples.isError ? <ErrorState compact error={samples.error} onRetry={() => void samples.refetch()} /> : null}
      <Box
        sx={{
          display: "grid",
          gap: 1.5,
          gridAutoFlow: "column",
          gridAutoColumns: { xs: "minmax(9.5rem, 1fr)", md: ofPage ? "minmax(0, 16rem)" : "minmax(0, 1fr)" },
          overflowX: { xs: "auto", md: "visible" },
        }}
      >
        {frames.map(({ label, html }) => (
          <SampleFrame key={label} label={label} html={html} css={css.data ?? ""} />
        ))}
      </Box>
    </Box>
  );
}
