import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useUpdateOrganization } from "@/features/org/organization/api/save-organization";
import { Section } from "@/features/org/organization/components/section";
import { handleResult } from "@/shared/api/handle-result";
import type { components } from "@/shared/api/schema";
import { useToasts } from "@/shared/components/toasts";
import { CLASSIC, type Theme } from "@/shared/organization/themes";
import { ThemeEditor } from "@/shared/theme-editor/theme-editor";

interface ThemeSettingsProps {
  organization: components["schemas"]["OrganizationData"];
  mayEdit: boolean;
  /** The theme that is chosen but not saved yet. */
  draft: Theme | null;
  setDraft: (draft: Theme | null) => void;
}

/** The theme of all pages of the organisation. A choice shows in the preview until it is saved. */
export function ThemeSettings({ organization, mayEdit, draft, setDraft }: ThemeSettingsProps) {
  const update = useUpdateOrganization();
  const toasts = useToasts();
  const saved: Theme = { ...CLASSIC, ...(organization.brand["theme"] as Partial<Theme> | undefined) };
  const theme = draft ?? saved;
  const isChanged = JSON.stringify(theme) !== JSON.stringify(saved);
  const save = () =>
    handleResult(update.mutateAsync({ brand: { theme } }), {
      onSuccess: () => {
        setDraft(null);
        toasts.success(t`Theme saved. Your pages now use it`);
      },
      onError: toasts.error,
    });
  return (
    <Section
      title={t`Theme`}
      text={
        mayEdit
          ? t`Fonts, colours and shapes of your pages, forms and notices. Published pages change when you save.`
          : t`Only admins can change it.`
      }
    >
      <ThemeEditor theme={theme} onChange={setDraft} mayEdit={mayEdit} />
      {mayEdit ? (
        <Box
          sx={{
            display: "flex",
            flexWrap: "wrap",
            gap: 1,
            justifyContent: "flex-end",
            position: "sticky",
            bottom: 0,
            zIndex: 1,
            mt: 2.5,
            py: 1.5,
            bgcolor: "background.paper",
          }}
        >
          <Button
            disabled={JSON.stringify({ ...theme, cover: null }) === JSON.stringify(CLASSIC) || update.isPending}
            onClick={() => setDraft({ ...CLASSIC, cover: theme.cover ?? null })}
          >
            <Trans>Reset to Classic</Trans>
          </Button>
          <Button disabled={!isChanged || update.isPending} onClick={() => setDraft(null)}>
            <Trans>Discard changes</Trans>
          </Button>
          <Button variant="contained" disabled={!isChanged || update.isPending} onClick={save}>
            {update.isPending ? t`Saving…` : t`Save theme`}
          </Button>
        </Box>
      ) : null}
    </Section>
  );
}
