import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import CardContent from "@mui/material/CardContent";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import {
  foundPassQuery,
  type PassAtTillRead,
  useRedeemPass,
  useUndoPass,
} from "@/features/wallet/passes/api/pass-at-till";
import { ApiError, messageOf } from "@/shared/api/errors";
import { useOnline } from "@/shared/api/use-online";
import { ErrorState } from "@/shared/components/state-views";
import { useCooldown } from "@/shared/components/use-cooldown";

interface PassAtTillProps {
  text: string;
  onNothing: () => void;
  onDone: () => void;
}

/** Shows a scanned pass: its holder, its value and one button that redeems it. */
export function PassAtTill({ text, onNothing, onDone }: PassAtTillProps) {
  const found = useQuery(foundPassQuery(text));
  const isNothing = found.error instanceof ApiError && found.error.code === "pass_not_found";
  const goOn = useEffectEvent(onNothing);
  useEffect(() => {
    if (isNothing) {
      goOn();
    }
  }, [isNothing]);
  if (found.data !== undefined) {
    return <FoundPass card={found.data} text={text} onDone={onDone} />;
  }
  if (found.isError && !isNothing) {
    return (
      <>
        <ErrorState compact error={found.error} onRetry={() => void found.refetch()} />
        <Button onClick={onDone}>
          <Trans>Back</Trans>
        </Button>
      </>
    );
  }
  return <Skeleton variant="rounded" height={200} aria-busy="true" />;
}

function stateOf({ is_expired, is_void, uses, max_uses }: PassAtTillRead): string | null {
  if (max_uses !== null && uses >= max_uses) {
    return t`This pass has been used.`;
  }
  if (is_void) {
    return t`This pass is void.`;
  }
  return is_expired ? t`This pass has expired.` : null;
}

function usesText({ uses, max_uses }: PassAtTillRead): string {
  return max_uses === null
    ? plural(uses, { one: "Used # time", other: "Used # times" })
    : t`Used ${uses} of ${max_uses}`;
}

function FoundPass({ card, text, onDone }: { card: PassAtTillRead; text: string; onDone: () => void }) {
  const redeeming = useRedeemPass(text);
  const undoing = useUndoPass(text);
  // The key stays the same until the pass is redeemed, so that a tap after a lost response counts once.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const [isCoolingDown, startCooldown] = useCooldown();
  const isOnline = useOnline();
  const isBlocked = !isOnline || isCoolingDown || redeeming.isPending || undoing.isPending;
  const error = redeeming.error ?? undoing.error;
  const state = stateOf(card);
  const { undoable } = card;
  const redeem = () => {
    undoing.reset();
    redeeming.mutate(
      { pass_id: card.pass_id, idempotency_key: key },
      {
        onSuccess: () => {
          startCooldown();
          setKey(crypto.randomUUID());
        },
      },
    );
  };
  const undo = (redemptionId: string) => {
    redeeming.reset();
    undoing.mutate(redemptionId, { onSuccess: startCooldown });
  };
  return (
    <>
      <Stack direction="row" spacing={2} sx={{ alignItems: "center", justifyContent: "space-between" }}>
        <Typography variant="h5" component="h2" sx={{ overflowWrap: "anywhere" }}>
          {card.description}
        </Typography>
        <Button onClick={onDone}>
          <Trans>Next customer</Trans>
        </Button>
      </Stack>
      {card.holder === null ? null : <Typography>{card.holder.first_name ?? t`Customer without a name`}</Typography>}
      {error ? <Alert severity="error">{messageOf(error)}</Alert> : null}
      {redeeming.isSuccess ? <Alert severity="success">{t`Redeemed`}</Alert> : null}
      {undoing.isSuccess ? <Alert severity="success">{t`Undone`}</Alert> : null}
      {state === null || redeeming.isSuccess ? null : <Alert severity="warning">{state}</Alert>}
      <Card component="section">
        <CardContent>
          <Stack component="dl" spacing={1} sx={{ m: 0 }}>
            {card.values.map(({ label, value }, place) => (
              <div key={place}>
                <Typography component="dt" variant="body2" color="textSecondary">
                  {label}
                </Typography>
                <Typography component="dd" sx={{ m: 0, overflowWrap: "anywhere" }}>
                  {value}
                </Typography>
              </div>
            ))}
          </Stack>
          <Typography variant="body2" color="textSecondary" sx={{ mt: 1, overflowWrap: "anywhere" }}>
            {[usesText(card), card.serialNumber].join(" · ")}
          </Typography>
        </CardContent>
      </Card>
      <Stack direction="row" spacing={1}>
        <Button variant="contained" size="large" disabled={isBlocked || !card.can_redeem} onClick={redeem}>
          <Trans>Redeem</Trans>
        </Button>
        {undoable === null ? null : (
          <Button variant="outlined" size="large" disabled={isBlocked} onClick={() => undo(undoable)}>
            <Trans>Undo</Trans>
          </Button>
        )}
      </Stack>
    </>
  );
}
