import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import ErrorIcon from "@mui/icons-material/ErrorOutlined";
import CheckIcon from "@mui/icons-material/CheckCircleOutlined";
import WarningIcon from "@mui/icons-material/WarningAmberOutlined";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { LintFinding, Loss } from "@/features/wallet/designer/api/templates";

function FindingIcon({ severity }: { severity: LintFinding["severity"] }) {
  return severity === "error" ? (
    <ErrorIcon color="error" fontSize="small" titleAccess={t`Error`} />
  ) : (
    <WarningIcon color="warning" fontSize="small" titleAccess={t`Warning`} />
  );
}

/** The linter's findings on one field, shown next to it. */
export function FieldFindings({
  findings,
  sx,
}: {
  findings: readonly LintFinding[];
  sx?: Readonly<Record<string, number>>;
}) {
  if (findings.length === 0) {
    return null;
  }
  return (
    <Stack component="ul" sx={{ gap: 0.5, m: 0, p: 0, listStyle: "none", ...sx }}>
      {findings.map((it) => (
        <Stack key={`${it.rule} ${it.message}`} component="li" direction="row" sx={{ gap: 0.75 }}>
          <FindingIcon severity={it.severity} />
          <Typography variant="body2">{it.message}</Typography>
        </Stack>
      ))}
    </Stack>
  );
}

interface FindingsProps {
  findings: readonly LintFinding[];
  isChecked: boolean;
  /** Opens the subject of a finding. */
  onOpen: (path: string) => void;
}

/** All findings of the linter, each with a link to its field. */
export function Findings({ findings, isChecked, onOpen }: FindingsProps) {
  return (
    <Card component="section" aria-label={t`Checks`} sx={{ p: 2 }}>
      <Typography variant="h6" component="h2" sx={{ mb: 1 }}>
        <Trans>Checks</Trans>
      </Typography>
      {findings.length === 0 ? (
        <Stack direction="row" sx={{ gap: 1, alignItems: "center" }}>
          {isChecked ? <CheckIcon color="success" fontSize="small" /> : null}
          <Typography variant="body2" color="textSecondary">
            {isChecked ? t`No problems found.` : t`Checking…`}
          </Typography>
        </Stack>
      ) : (
        <Stack component="ul" sx={{ gap: 1, m: 0, p: 0, listStyle: "none" }}>
          {findings.map((it) => (
            <Stack key={`${it.rule} ${it.field} ${it.message}`} component="li" direction="row" sx={{ gap: 1 }}>
              <FindingIcon severity={it.severity} />
              <Typography variant="body2">
                {it.field === "" ? (
                  it.message
                ) : (
                  <Link
                    component="button"
                    type="button"
                    color="inherit"
                    variant="body2"
                    sx={{ textAlign: "left", verticalAlign: "baseline" }}
                    onClick={() => onOpen(it.field)}
                  >
                    {it.message}
                  </Link>
                )}
              </Typography>
            </Stack>
          ))}
        </Stack>
      )}
    </Card>
  );
}

/** The parts that each wallet does not show. */
export function Losses({ losses }: { losses: readonly Loss[] }) {
  const wallets = [
    { wallet: "apple", title: t`Not shown in Apple Wallet` },
    { wallet: "google", title: t`Not shown in Google Wallet` },
  ];
  return (
    <Card component="section" aria-label={t`Differences between wallets`} sx={{ p: 2 }}>
      <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: { xs: "1fr", sm: "1fr 1fr" } }}>
        {wallets.map(({ wallet, title }) => {
          const own = losses.filter((it) => it.wallet === wallet);
          return (
            <Box key={wallet}>
              <Typography variant="subtitle2" component="h2">
                {title}
              </Typography>
              {own.length === 0 ? (
                <Typography variant="body2" color="textSecondary">
                  <Trans>Nothing</Trans>
                </Typography>
              ) : (
                <Box component="ul" sx={{ m: 0, pl: 2.25 }}>
                  {own.map((it) => (
                    <Typography key={it.message} component="li" variant="body2" color="textSecondary">
                      {it.message}
                    </Typography>
                  ))}
                </Box>
              )}
            </Box>
          );
        })}
      </Box>
    </Card>
  );
}
