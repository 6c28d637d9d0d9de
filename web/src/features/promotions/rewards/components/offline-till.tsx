import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { type SyntheticEvent, useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from "react";
import { type Unit, usePostCard } from "@/features/promotions/rewards/api/rewards";
import { AmountField, UnitChoice } from "@/features/promotions/rewards/components/amount-inputs";
import { amountText } from "@/features/promotions/rewards/reward-texts";
import {
  dismiss,
  enqueue,
  lastingWho,
  onQueueChange,
  readQueue,
  replay,
  storedQueue,
  type Waiting,
} from "@/features/promotions/rewards/till-queue";
import { wholeNumber } from "@/features/promotions/rewards/typed-numbers";
import { useOnline } from "@/shared/api/use-online";
import { formatDateTime } from "@/shared/format/dates";

const RETRY_MS = 10_000;

/** Returns the points and stamps that this staff member gave offline, and a function that adds more. */
export function useTillQueue(owner: string) {
  const isOnline = useOnline();
  const posting = usePostCard();
  const stored = useSyncExternalStore(onQueueChange, () => storedQueue(owner));
  const send = () =>
    replay(owner, ({ who, unit, amount, place, key, at }: Waiting) =>
      posting.mutateAsync({
        ...who,
        action: "add",
        unit,
        amount,
        code_id: place,
        idempotency_key: key,
        note: t`Given offline: ${at}`,
      }),
    );
  const sendWaiting = useEffectEvent(send);
  const queue = useMemo(() => (stored === "[]" ? [] : readQueue(owner)), [stored, owner]);
  const isDue = isOnline && queue.some(({ reason }) => reason === undefined);
  useEffect(() => {
    if (!isDue) {
      return;
    }
    void sendWaiting();
    // When a network has just returned or a server is busy, the first attempt may fail.
    const timer = setInterval(() => void sendWaiting(), RETRY_MS);
    return () => clearInterval(timer);
  }, [isDue]);
  return {
    isOnline,
    queue,
    add: (given: Waiting) => enqueue(owner, given),
    forget: (key: string) => dismiss(owner, key),
    send: () => void send(),
  };
}

type TillQueue = ReturnType<typeof useTillQueue>;

/** Shows pending entries, and refused ones with the reason. */
export function QueueStates({ queue, isOnline, forget, send }: TillQueue) {
  const waiting = queue.filter(({ reason }) => reason === undefined);
  return (
    <>
      {waiting.length === 0 ? null : (
        <Alert
          severity="info"
          action={
            isOnline ? (
              <Button color="inherit" size="small" onClick={send}>
                <Trans>Send now</Trans>
              </Button>
            ) : null
          }
        >
          {t`Given offline, not sent yet: ${waiting.length}`}
        </Alert>
      )}
      {queue.map(({ key, who, unit, amount, at, reason }) =>
        reason === undefined ? null : (
          <Alert
            key={key}
            severity="error"
            action={
              <Button color="inherit" size="small" onClick={() => forget(key)}>
                <Trans>Dismiss</Trans>
              </Button>
            }
          >
            {t`Refused: ${amountText(amount, unit)} for ${Object.values(who)[0] ?? ""}, ${formatDateTime(at, undefined)}. ${reason}`}
          </Alert>
        ),
      )}
    </>
  );
}

interface OfflineGiveProps {
  typed: string;
  place: string | null;
  add: TillQueue["add"];
  onGiven: () => void;
}

/** Gives points or stamps offline to the scanned or typed customer, whose card cannot be shown. */
export function OfflineGive({ typed, place, add, onGiven }: OfflineGiveProps) {
  const [unit, setUnit] = useState<Unit>("stamps");
  const [amount, setAmount] = useState("1");
  const [isLost, setLost] = useState(false);
  const given = wholeNumber(amount);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const at = new Date().toISOString();
    const isKept = add({ key: crypto.randomUUID(), who: lastingWho(typed), unit, amount: given, place, at });
    setLost(!isKept);
    if (isKept) {
      onGiven();
    }
  };
  return (
    <>
      <Alert severity="warning">
        <Trans>
          You are offline. Stamps and points are kept on this device and sent once you are online. Rewards can’t be
          redeemed offline: the code on a card is only good for a minute, and only the server knows whether it was used.
        </Trans>
      </Alert>
      {isLost ? (
        <Alert severity="error">
          <Trans>This browser can’t store data, so nothing was given.</Trans>
        </Alert>
      ) : null}
      <Stack component="form" spacing={1} onSubmit={submit} noValidate>
        <UnitChoice value={unit} onChange={setUnit} />
        <Stack direction="row" spacing={1}>
          <AmountField value={amount} onChange={setAmount} />
          <Button
            type="submit"
            variant="contained"
            sx={{ whiteSpace: "nowrap" }}
            disabled={typed.trim() === "" || !(given > 0)}
          >
            <Trans>Give later</Trans>
          </Button>
        </Stack>
      </Stack>
    </>
  );
}
