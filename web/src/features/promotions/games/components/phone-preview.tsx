import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import RestartAltIcon from "@mui/icons-material/RestartAlt";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { practiceQuery } from "@/features/promotions/games/api/games";
import { languageName, LANGUAGES } from "@/features/promotions/games/languages";
import type { Game } from "@/features/promotions/games/types";
import { CopyButton } from "@/shared/components/copy-button";
import { ErrorState } from "@/shared/components/state-views";

interface PhonePreviewProps {
  game: Game;
  /** Whether the preview is older than the draft. */
  isBehind: boolean;
}

/** The game on its real page, for practice without anything being stored. */
export function PhonePreview({ game, isBehind }: PhonePreviewProps) {
  const practice = useQuery(practiceQuery(game.game_id));
  const [language, setLanguage] = useState("en");
  const [round, setRound] = useState(0);
  if (practice.isError) {
    return <ErrorState compact error={practice.error} onRetry={() => void practice.refetch()} />;
  }
  const url = practice.data?.url;
  return (
    <Stack spacing={1.5} sx={{ alignItems: "center" }}>
      <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: "wrap", justifyContent: "center", width: "100%" }}>
        <TextField
          select
          size="small"
          label={t`Language`}
          value={language}
          onChange={({ target }) => setLanguage(target.value)}
          sx={{ width: "auto", minWidth: 150 }}
        >
          {Object.keys(LANGUAGES).map((tag) => (
            <MenuItem key={tag} value={tag}>
              {languageName(tag)}
            </MenuItem>
          ))}
        </TextField>
        <Button startIcon={<RestartAltIcon />} onClick={() => setRound((now) => now + 1)}>
          <Trans>Start over</Trans>
        </Button>
      </Stack>
      <Box
        sx={{
          width: "min(100%, 376px)",
          border: "8px solid",
          borderColor: "grey.800",
          borderRadius: 6,
          overflow: "hidden",
          bgcolor: "background.paper",
        }}
      >
        {url === undefined ? (
          <Skeleton variant="rectangular" height={640} aria-busy="true" />
        ) : (
          <iframe
            key={`${String(game.version)} ${language} ${String(round)}`}
            title={t`The game, for practice`}
            src={`${url}&lang=${language}`}
            style={{ display: "block", width: "100%", height: 640, border: 0 }}
          />
        )}
      </Box>
      <Typography variant="body2" color="textSecondary" sx={{ textAlign: "center" }}>
        {isBehind
          ? t`This is the saved draft. Save to see your changes.`
          : t`Practice: every prize comes in turn, nothing is stored.`}
      </Typography>
      {url === undefined ? null : (
        <CopyButton
          size="small"
          text={`${window.location.origin}${url}`}
          label={t`Copy the link to try it on your phone`}
        />
      )}
    </Stack>
  );
}
