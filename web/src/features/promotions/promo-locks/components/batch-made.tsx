import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { PromoCodesCreated } from "@/features/promotions/promo-locks/types";
import { CopyButton } from "@/shared/components/copy-button";

const REASONS = {
  spelling: "only letters and digits, 4 to 32 of them",
  repeated: "stands in the list twice",
  exists: "this code has it already",
} as const;

const SHOWN = 20;

interface BatchMadeProps {
  made: PromoCodesCreated;
  onClose: () => void;
}

/** What came of it: the promo codes, and what was not taken. */
export function BatchMade({ made, onClose }: BatchMadeProps) {
  const count = made.created.toLocaleString("en");
  return (
    <>
      <DialogContent>
        <Stack spacing={2}>
          <Alert severity={made.created > 0 ? "success" : "warning"}>
            {made.created === 1 ? "1 promo code was added." : `${count} promo codes were added.`}
            {made.lock.enabled ? " The page is locked." : " The lock is off."}
          </Alert>
          {made.refused_total > 0 ? (
            <Alert severity="warning">
              {made.refused_total === 1
                ? "1 was not taken:"
                : `${made.refused_total.toLocaleString("en")} were not taken:`}
              <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
                {made.refused.slice(0, SHOWN).map((line) => (
                  <li key={line.line}>
                    Line {line.line}, {line.promo_code}: {REASONS[line.reason]}
                  </li>
                ))}
              </Box>
            </Alert>
          ) : null}
          {made.promo_codes.length > 0 ? (
            <Box
              component="pre"
              tabIndex={0}
              aria-label="New promo codes"
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
              {made.promo_codes.join("\n")}
            </Box>
          ) : null}
          {made.created > made.promo_codes.length ? (
            <Typography variant="body2" color="textSecondary">
              These are the first {made.promo_codes.length.toLocaleString("en")}; the export has them all.
            </Typography>
          ) : null}
        </Stack>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        {made.promo_codes.length > 0 ? (
          <CopyButton text={made.promo_codes.join("\n")} label="Copy them" variant="outlined" />
        ) : null}
        <Button variant="contained" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </>
  );
}
