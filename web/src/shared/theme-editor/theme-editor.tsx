import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import { useQuery } from "@tanstack/react-query";
import { ErrorState } from "@/shared/components/state-views";
import { useOrganizationData } from "@/shared/organization/organization";
import { type Theme, themesQuery } from "@/shared/organization/themes";
import { ThemeCard } from "@/shared/theme-editor/theme-card";
import { ThemeFields } from "@/shared/theme-editor/theme-fields";
import { ThemeIdeas } from "@/shared/theme-editor/theme-ideas";
import { ThemePreview } from "@/shared/theme-editor/theme-preview";

const NAMES: Record<string, MessageDescriptor> = {
  classic: msg`Classic`,
  paper: msg`Paper`,
  midnight: msg`Midnight`,
  sunrise: msg`Sunrise`,
  forest: msg`Forest`,
  pop: msg`Pop`,
  seaside: msg`Seaside`,
  gallery: msg`Gallery`,
  notebook: msg`Notebook`,
  velvet: msg`Velvet`,
};

function nameOf(theme: string): string {
  const name = NAMES[theme];
  return name === undefined ? theme : t(name);
}

/** The color that visitors see while none is chosen. */
const OWN_COLOR = "#1f4fa3";

interface ThemeEditorProps {
  theme: Theme;
  onChange: (theme: Theme) => void;
  mayEdit: boolean;
  /** Whether the theme belongs to one page, which may have its own logo; otherwise it belongs to the organisation. */
  ofPage?: boolean;
}

/**
 * Chooses a theme: a named one, one generated from the organisation's colors, or single settings; the preview shows
 * every choice.
 */
export function ThemeEditor({ theme, onChange, mayEdit, ofPage = false }: ThemeEditorProps) {
  const organization = useOrganizationData().data;
  const color = organization?.brand["color"];
  const themes = useQuery(themesQuery(color));
  // The user's own pictures are not part of a theme.
  const choose = (next: Theme) => onChange({ ...next, cover: theme.cover ?? null, logo: theme.logo ?? null });
  return (
    <Stack spacing={3}>
      {themes.isError ? <ErrorState compact error={themes.error} onRetry={() => void themes.refetch()} /> : null}
      <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: "repeat(auto-fill, minmax(150px, 1fr))" }}>
        {themes.isPending
          ? Object.keys(NAMES).map((name) => <Skeleton key={name} variant="rounded" height={180} />)
          : themes.data?.map((it) => (
              <ThemeCard
                key={it.theme.name}
                label={nameOf(it.theme.name)}
                css={it.css}
                isChosen={it.theme.name === theme.name}
                disabled={!mayEdit}
                onChoose={() => choose(it.theme)}
              />
            ))}
      </Box>
      {mayEdit ? (
        <ThemeIdeas logo={theme.logo ?? organization?.organization_logo ?? ""} theme={theme} onChoose={choose} />
      ) : null}
      <ThemePreview theme={theme} ofPage={ofPage} />
      <ThemeFields
        theme={theme}
        onChange={(change) => onChange({ ...theme, ...change })}
        brandColor={typeof color === "string" ? color : OWN_COLOR}
        disabled={!mayEdit}
        hasLogo={ofPage}
      />
    </Stack>
  );
}
