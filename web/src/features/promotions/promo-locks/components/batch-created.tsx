import { msg, plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { PromoCodesCreated } from "@/features/promotions/promo-locks/types";
import { CopyButton } from "@/shared/components/copy-button";
import { formatCount } from "@/shared/format/numbers";

const REASONS = {
  spelling: msg`only 4 to 32 letters and digits are allowed`,
  repeated: msg`is in the list twice`,
  exists: msg`already exists for this code`,
} as const;

const SHOWN = 20;

interface BatchCreatedProps {
  created: PromoCodesCreated;
  onClose: () => void;
}

/** The result: the promo codes, and those that were rejected. */
export function BatchCreated({ created, onClose }: BatchCreatedProps) {
  const count = formatCount(created.created);
  return (
    <>
      <DialogContent>
        <Stack spacing={2}>
          <Alert severity={created.created > 0 ? "success" : "warning"}>
            {plural(created.created, { one: "# promo code was added.", other: `${count} promo codes were added.` })}
            {created.lock.enabled ? t` The page is locked.` : t` The lock is off.`}
          </Alert>
          {created.refused_total > 0 ? (
            <Alert severity="warning">
              {plural(created.refused_total, { one: "# was not taken:", other: "# were not added:" })}
              <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
                {created.refused.slice(0, SHOWN).map((line) => (
                  <li key={line.line}>
                    <Trans>
                      Line {line.line}, {line.promo_code}: {t(REASONS[line.reason])}
                    </Trans>
                  </li>
                ))}
              </Box>
            </Alert>
          ) : null}
          {created.promo_codes.length > 0 ? (
            <Box
              component="pre"
              tabIndex={0}
              aria-label={t`New promo codes`}
              sx={{
                m: 0,
                p: 2,
                borderRadius: 2,
                bgcolor: "action.hover",
                maxHeight: 260,
                overflow: "auto",
                fontFamily: "monospace",
              }}
            >
              {created.promo_codes.join("\n")}
            </Box>
          ) : null}
          {created.created > created.promo_codes.length ? (
            <Typography variant="body2" color="textSecondary">
              <Trans>Showing the first {formatCount(created.promo_codes.length)}. The export has all of them.</Trans>
            </Typography>
          ) : null}
        </Stack>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        {created.promo_codes.length > 0 ? (
          <CopyButton text={created.promo_codes.join("\n")} label={t`Copy all`} variant="outlined" />
        ) : null}
        <Button variant="contained" onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      </DialogActions>
    </>
  );
}
