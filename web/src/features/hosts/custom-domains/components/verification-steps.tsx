import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { CopyIconButton } from "@/shared/components/copy-button";
import type { Domain } from "@/shared/domains/domains";

/** The DNS record that verifies a domain, the file that does so too, and the record that directs visitors here. */
export function VerificationSteps({ domain }: { domain: Domain }) {
  return (
    <Box component="ol" sx={{ m: 0, pl: 2.5, display: "grid", gap: 1.5 }}>
      <li>
        <Typography variant="body2">
          <Trans>Add this record at your DNS provider:</Trans>
        </Typography>
        <Box component="dl" sx={{ m: 0, mt: 1, display: "grid", gap: 0.5 }}>
          <Value label={t`Type`} value="TXT" />
          <Value label={t`Name`} value={domain.record_name} copy={t`Copy record name`} />
          <Value label={t`Value`} value={domain.proof} copy={t`Copy record value`} />
        </Box>
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1, overflowWrap: "anywhere" }}>
          <Trans>Or serve a file at {domain.file_url} with this value as its only content.</Trans>
        </Typography>
      </li>
      <li>
        <Typography variant="body2" sx={{ overflowWrap: "anywhere" }}>
          <Trans>
            Point {domain.shown_host} to this installation with a CNAME or A record. Ask your Waypost operator for the
            target.
          </Trans>
        </Typography>
      </li>
      <li>
        <Typography variant="body2">
          <Trans>Check the domain here. Keep the record in place, because it is checked every night.</Trans>
        </Typography>
      </li>
    </Box>
  );
}

function Value({ label, value, copy }: { label: string; value: string; copy?: string }) {
  return (
    <Box
      sx={{
        display: "grid",
        gridTemplateColumns: "4rem minmax(0, 1fr)",
        gap: 1,
        alignItems: "center",
        minHeight: 34,
        px: 1.5,
        py: 0.25,
        borderRadius: 1,
        bgcolor: "action.hover",
      }}
    >
      <Typography component="dt" variant="body2" color="textSecondary">
        {label}
      </Typography>
      <Typography
        component="dd"
        variant="body2"
        sx={{
          m: 0,
          display: "flex",
          gap: 1,
          alignItems: "center",
          justifyContent: "space-between",
          fontFamily: "monospace",
          overflowWrap: "anywhere",
        }}
      >
        <Box component="span" sx={{ minWidth: 0 }}>
          {value}
        </Box>
        {copy === undefined ? null : <CopyIconButton text={value} label={copy} />}
      </Typography>
    </Box>
  );
}
