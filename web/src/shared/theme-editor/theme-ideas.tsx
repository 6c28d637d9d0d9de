import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { answerOf, api } from "@/shared/api/client";
import type { Theme } from "@/shared/organization/themes";
import { ThemeCard } from "@/shared/theme-editor/theme-card";

interface ThemeIdeasProps {
  /** The logo of the organisation, or that of the theme. */
  logo: string;
  theme: Theme;
  onChoose: (theme: Theme) => void;
}

/** Suggests themes in the colors of the logo or of a website; a choice shows in the preview and is not saved yet. */
export function ThemeIdeas({ logo, theme, onChoose }: ThemeIdeasProps) {
  const [website, setWebsite] = useState("");
  const ideas = useMutation({
    mutationFn: async (asked: { website: string } | { logo: string | null }) =>
      answerOf(api.POST("/v1/suggest-themes", { body: asked })),
  });
  const address = website.trim();
  return (
    <Box component="section" aria-label={t`Themes in your colours`}>
      <Typography variant="subtitle2" component="h3" sx={{ mb: 1 }}>
        <Trans>From your own colours</Trans>
      </Typography>
      <Stack
        component="form"
        noValidate
        direction={{ xs: "column", sm: "row" }}
        spacing={1.5}
        onSubmit={(event) => {
          event.preventDefault();
          if (address.length >= 3) {
            ideas.mutate({ website: address });
          }
        }}
        sx={{ alignItems: { sm: "flex-start" } }}
      >
        {logo ? (
          <Button
            variant="outlined"
            disabled={ideas.isPending}
            onClick={() => ideas.mutate({ logo: theme.logo ?? null })}
          >
            <Trans>From the logo</Trans>
          </Button>
        ) : null}
        <TextField
          size="small"
          label={t`Website`}
          placeholder="example.com"
          value={website}
          onChange={(event) => setWebsite(event.target.value)}
          slotProps={{ htmlInput: { inputMode: "url", autoComplete: "url", maxLength: 2048 } }}
          sx={{ flexGrow: 1, maxWidth: 360 }}
        />
        <Button type="submit" variant="outlined" disabled={ideas.isPending || address.length < 3}>
          {ideas.isPending ? t`Reading colours…` : t`From the website`}
        </Button>
      </Stack>
      {ideas.isError ? (
        <Alert severity="warning" sx={{ mt: 1.5 }}>
          {ideas.error.message}
        </Alert>
      ) : null}
      {ideas.data ? (
        <>
          <Stack direction="row" spacing={0.75} sx={{ my: 1.5 }} role="img" aria-label={t`Colours that were found`}>
            {ideas.data.colors.map((color) => (
              <Box
                key={color}
                title={color}
                sx={{ width: 28, height: 28, borderRadius: "50%", border: 1, borderColor: "divider", bgcolor: color }}
              />
            ))}
          </Stack>
          <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: "repeat(auto-fill, minmax(150px, 1fr))" }}>
            {ideas.data.themes.map((idea) => (
              <ThemeCard
                key={idea.label}
                label={idea.label}
                css={idea.css}
                isChosen={idea.theme.color === theme.color && idea.theme.accent === theme.accent}
                onChoose={() => onChoose(idea.theme)}
              />
            ))}
          </Box>
        </>
      ) : null}
    </Box>
  );
}
