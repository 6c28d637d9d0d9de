import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import CardContent from "@mui/material/CardContent";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Link from "@mui/material/Link";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { type GivenPass, OFFERED, passesToGiveQuery, useGivePass } from "@/features/wallet/passes/api/give-pass";
import { messageOf } from "@/shared/api/errors";
import { useOnline } from "@/shared/api/use-online";
import { ErrorState } from "@/shared/components/state-views";

/** Lists the wallet passes that a customer can get at the till; their phone scans the pass from this screen. */
export function GivePassAtTill({ customerId }: { customerId: string }) {
  const [filter, setFilter] = useState("");
  const list = useQuery(passesToGiveQuery(filter.trim()));
  const giving = useGivePass();
  const isOnline = useOnline();
  const [given, setGiven] = useState<GivenPass | null>(null);
  const isLong = filter !== "" || (list.data?.total ?? 0) > OFFERED;
  if (list.data?.total === 0 && filter === "") {
    return null;
  }
  return (
    <Card component="section">
      <CardContent>
        <Stack spacing={1.5}>
          <Typography variant="h6" component="h3">
            <Trans>Wallet passes</Trans>
          </Typography>
          {giving.error ? <Alert severity="error">{messageOf(giving.error)}</Alert> : null}
          {isLong ? (
            <TextField
              size="small"
              label={t`Find a pass by name`}
              value={filter}
              onChange={({ target }) => setFilter(target.value)}
              slotProps={{ htmlInput: { maxLength: 80 } }}
            />
          ) : null}
          {list.isError ? <ErrorState compact error={list.error} onRetry={() => void list.refetch()} /> : null}
          {list.isPending ? <Skeleton variant="rounded" height={40} aria-busy="true" /> : null}
          {list.data?.total === 0 ? (
            <Typography color="textSecondary">
              <Trans>No pass has this name.</Trans>
            </Typography>
          ) : null}
          {list.data?.items.map(({ template_id, name }) => (
            <Stack
              key={template_id}
              direction="row"
              spacing={2}
              sx={{ alignItems: "center", justifyContent: "space-between" }}
            >
              <Typography sx={{ overflowWrap: "anywhere", minWidth: 0 }}>{name}</Typography>
              <Button
                variant="outlined"
                disabled={giving.isPending || !isOnline}
                aria-label={t`Give ${name}`}
                onClick={() => giving.mutate({ template_id, customer_id: customerId }, { onSuccess: setGiven })}
              >
                <Trans>Give</Trans>
              </Button>
            </Stack>
          ))}
        </Stack>
      </CardContent>
      {given === null ? null : <ToScan given={given} onClose={() => setGiven(null)} />}
    </Card>
  );
}

function ToScan({ given, onClose }: { given: GivenPass; onClose: () => void }) {
  const titleId = useId();
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="xs">
      <DialogTitle id={titleId}>{given.description}</DialogTitle>
      <DialogContent>
        <Typography sx={{ mb: 2 }}>
          {given.is_new
            ? t`The customer scans this code with their phone and adds the pass to their wallet.`
            : t`The customer already has this pass. The code opens it again.`}
        </Typography>
        <Box
          component="img"
          src={given.picture_url}
          alt={t`QR code of the pass ${given.serialNumber}`}
          sx={{
            display: "block",
            width: "min(100%, 280px)",
            mx: "auto",
            imageRendering: "pixelated",
            bgcolor: "common.white",
            borderRadius: 1,
          }}
        />
        <Typography variant="body2" sx={{ mt: 2, textAlign: "center", overflowWrap: "anywhere" }}>
          <Link href={given.page_url} target="_blank" rel="noopener">
            <Trans>Open the pass</Trans>
          </Link>
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  );
}
