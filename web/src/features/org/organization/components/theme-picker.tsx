import CheckCircleIcon from "@mui/icons-material/CheckCircle";
import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useUpdateOrganization } from "@/features/org/organization/api/save-organization";
import { Section } from "@/features/org/organization/components/section";
import { handleResult } from "@/shared/api/handle-result";
import type { components } from "@/shared/api/schema";
import { ErrorState } from "@/shared/components/state-views";
import { useToasts } from "@/shared/components/toasts";
import { type Theme, themesQuery } from "@/shared/organization/themes";

type Organization = components["schemas"]["OrganizationData"];

const NAMES: Record<string, string> = {
  classic: "Classic",
  paper: "Paper",
  midnight: "Midnight",
  sunrise: "Sunrise",
  forest: "Forest",
  pop: "Pop",
  seaside: "Seaside",
  gallery: "Gallery",
  notebook: "Notebook",
  velvet: "Velvet",
};

/** A small page in the variables of a theme. */
const SAMPLE = `
body{margin:0;height:100vh;display:grid;place-content:center;background:var(--background,var(--ground));font-family:var(--wp-body);color:var(--ink)}
main{background:var(--card);border:var(--card-border);border-radius:var(--card-radius);box-shadow:var(--card-shadow);padding:16px 20px;text-align:center}
h1{font:700 calc(22px*var(--display-scale))/1.2 var(--wp-display);margin:0}
p{margin:6px 0 12px;font-size:14px;color:var(--soft)}
b{display:block;padding:8px 20px;font-size:14px;background:var(--brand);color:var(--on-brand);border:var(--button-border);border-radius:var(--button-radius);box-shadow:var(--button-shadow)}`;

function sampleOf(css: string): string {
  const body = "<main><h1>Good morning</h1><p>Coffee, from seven</p><b>See the menu</b></main>";
  return `<!doctype html><title>Theme</title><style>${css}${SAMPLE}</style>${body}`;
}

interface ThemePickerProps {
  organization: Organization;
  mayEdit: boolean;
}

/** The named themes, each as a small page; a click gives it to all pages of the organisation. */
export function ThemePicker({ organization, mayEdit }: ThemePickerProps) {
  const { brand } = organization;
  const themes = useQuery(themesQuery(brand["color"]));
  const update = useUpdateOrganization();
  const toasts = useToasts();
  const current = brand["theme"] as Theme | undefined;
  const chosen = current?.name ?? "classic";
  const choose = (theme: Theme) => {
    // A cover of one's own belongs to no theme.
    const kept = { ...theme, cover: current?.cover ?? theme.cover ?? null };
    handleResult(update.mutateAsync({ brand: { theme: kept } }), {
      onSuccess: () => toasts.success("Your pages have the new theme"),
      onError: toasts.error,
    });
  };
  return (
    <Section
      title="Theme"
      text={
        mayEdit
          ? "Fonts, colours and shapes of your pages, forms and notices. Published pages change at once."
          : "Only admins can change it."
      }
    >
      {themes.isError ? <ErrorState compact error={themes.error} onRetry={() => void themes.refetch()} /> : null}
      <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: "repeat(auto-fill, minmax(150px, 1fr))" }}>
        {themes.isPending
          ? Object.keys(NAMES).map((name) => <Skeleton key={name} variant="rounded" height={180} />)
          : themes.data?.map(({ theme, css }) => (
              <ButtonBase
                key={theme.name}
                aria-pressed={theme.name === chosen}
                disabled={!mayEdit || update.isPending}
                onClick={() => choose(theme)}
                sx={{
                  display: "block",
                  border: 2,
                  borderColor: theme.name === chosen ? "primary.main" : "divider",
                  borderRadius: 2,
                  overflow: "hidden",
                  "&.Mui-focusVisible": { outline: 3, outlineColor: "primary.main", outlineOffset: 2 },
                }}
              >
                <Box aria-hidden="true" sx={{ height: 140, overflow: "hidden" }}>
                  <iframe
                    title="Theme"
                    tabIndex={-1}
                    sandbox="allow-same-origin" // for the fonts; nothing in it runs
                    srcDoc={sampleOf(css)}
                    loading="lazy"
                    style={{
                      width: "150%",
                      height: 210,
                      border: 0,
                      pointerEvents: "none",
                      transform: "scale(0.667)",
                      transformOrigin: "0 0",
                    }}
                  />
                </Box>
                <Stack direction="row" spacing={1} sx={{ alignItems: "center", px: 1.5, py: 1 }}>
                  <Typography variant="body2" sx={{ flexGrow: 1, textAlign: "start" }}>
                    {NAMES[theme.name] ?? theme.name}
                  </Typography>
                  {theme.name === chosen ? <CheckCircleIcon color="primary" fontSize="small" /> : null}
                </Stack>
              </ButtonBase>
            ))}
      </Box>
    </Section>
  );
}
