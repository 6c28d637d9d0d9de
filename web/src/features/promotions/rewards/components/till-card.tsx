import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import CardContent from "@mui/material/CardContent";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { type ReactNode, useRef, useState } from "react";
import { type LoyaltyCard, type Unit, usePostCard, useRedeem } from "@/features/promotions/rewards/api/rewards";
import { AmountField, UnitChoice } from "@/features/promotions/rewards/components/amount-inputs";
import { amountText, priceText, REASONS } from "@/features/promotions/rewards/reward-texts";
import { wholeNumber } from "@/features/promotions/rewards/typed-numbers";
import { messageOf } from "@/shared/api/errors";
import { useOnline } from "@/shared/api/use-online";
import { useCooldown } from "@/shared/components/use-cooldown";
import { isPast } from "@/shared/format/dates";

interface TillCardProps {
  card: LoyaltyCard;
  /** The code at the till's location, for stock by place. */
  place: string | null;
  onChange: (card: LoyaltyCard) => void;
  onDone: () => void;
  /** Further things that the customer can get. */
  children?: ReactNode;
}

/** The last action here, which can be undone: points or stamps given, or a redemption. */
interface Last {
  text: string;
  movementId?: string;
  awardId?: string;
  redemptionId?: string | null;
}

/** One customer's card at the till. */
export function TillCard({ card, place, onChange, onDone, children }: TillCardProps) {
  const posting = usePostCard();
  const redeeming = useRedeem();
  const [unit, setUnit] = useState<Unit>("stamps");
  const [amount, setAmount] = useState("1");
  const [last, setLast] = useState<Last | null>(null);
  // The idempotency key of an action stays the same until it succeeds, so that a tap after a lost response counts only
  // once.
  const [key] = useState(() => crypto.randomUUID());
  const [done, setDone] = useState<Readonly<Record<string, number>>>({});
  const keyOf = (action: string) => `${key}-${action}-${String(done[action] ?? 0)}`;
  const [isCoolingDown, startCooldown] = useCooldown();
  // Offline, the till explains why nothing can be done.
  const isOnline = useOnline();
  const isBlocked = !isOnline || isCoolingDown || posting.isPending || redeeming.isPending;
  // The second click of a double click arrives before the button is disabled.
  const isSending = useRef(false);
  const onSettled = () => {
    isSending.current = false;
  };
  const given = wholeNumber(amount);
  const shared = { swapt_card_id: card.swapt_card_id, code_id: place };
  const succeed = (changed: LoyaltyCard, undoable: Last | null, action?: string) => {
    startCooldown();
    onChange(changed);
    setLast(undoable);
    if (action !== undefined) {
      setDone((now) => ({ ...now, [action]: (now[action] ?? 0) + 1 }));
    }
  };
  const start = () => {
    if (isSending.current) {
      return false;
    }
    isSending.current = true;
    posting.reset();
    redeeming.reset();
    setLast(null);
    return true;
  };
  const give = () => {
    if (!start()) {
      return;
    }
    const text = t`${amountText(given, unit)} given`;
    const action = `${unit}-${String(given)}`;
    posting.mutate(
      { ...shared, action: "add", unit, amount: given, idempotency_key: keyOf(action) },
      {
        onSuccess: ({ card: after, movement_id }) =>
          succeed(after, movement_id ? { text, movementId: movement_id } : null, action),
        onSettled,
      },
    );
  };
  const redeem = (name: string, what: { reward_id: string } | { award_id: string }) => {
    if (!start()) {
      return;
    }
    const id = "reward_id" in what ? what.reward_id : what.award_id;
    redeeming.mutate(
      { ...shared, ...what, action: "redeem", idempotency_key: keyOf(id) },
      {
        onSuccess: ({ card: after, award }) =>
          succeed(
            after,
            {
              text: award.voucher ? t`${name} redeemed: ${award.voucher}` : t`${name} redeemed`,
              awardId: award.award_id,
              redemptionId: award.redemption_id,
            },
            id,
          ),
        onSettled,
      },
    );
  };
  const undo = (what: Last) => {
    if (isSending.current) {
      return;
    }
    isSending.current = true;
    posting.reset();
    redeeming.reset();
    if (what.awardId === undefined) {
      const body = { ...shared, action: "undo" as const, movement_id: what.movementId ?? null };
      posting.mutate(body, { onSuccess: ({ card: after }) => succeed(after, null), onSettled });
    } else {
      const body = {
        ...shared,
        action: "undo" as const,
        award_id: what.awardId,
        redemption_id: what.redemptionId ?? null,
      };
      redeeming.mutate(body, { onSuccess: ({ card: after }) => succeed(after, null), onSettled });
    }
  };
  const error = posting.error ?? redeeming.error;
  const open = card.awards.filter(
    ({ state, expires_at }) => state === "open" && (expires_at === null || !isPast(expires_at)),
  );
  // Redemptions on the card or at another till. The last one made here has its own button.
  const undoable = card.awards.filter(({ can_undo, award_id }) => can_undo && award_id !== last?.awardId);
  return (
    <>
      <Stack direction="row" spacing={2} sx={{ alignItems: "center", justifyContent: "space-between" }}>
        <Typography variant="h5" component="h2" sx={{ overflowWrap: "anywhere" }}>
          {card.first_name ?? t`Customer without a name`}
        </Typography>
        <Button onClick={onDone}>
          <Trans>Next customer</Trans>
        </Button>
      </Stack>
      <Typography>
        {[
          ...card.balances.map((balance) => amountText(balance.available, balance.unit)),
          ...(card.tier.name === null ? [] : [card.tier.name]),
        ].join(" · ")}
      </Typography>
      {error ? <Alert severity="error">{messageOf(error)}</Alert> : null}
      {last === null ? null : (
        <Alert
          severity="success"
          action={
            <Button color="inherit" size="small" disabled={isBlocked} onClick={() => undo(last)}>
              <Trans>Undo</Trans>
            </Button>
          }
        >
          {last.text}
        </Alert>
      )}
      <Card component="section">
        <CardContent>
          <Stack spacing={1.5}>
            <Typography variant="h6" component="h3">
              <Trans>Give</Trans>
            </Typography>
            <UnitChoice value={unit} onChange={setUnit} />
            <Stack direction="row" spacing={1}>
              <AmountField value={amount} onChange={setAmount} />
              <Button variant="contained" onClick={give} disabled={isBlocked || !(given > 0)}>
                <Trans>Give</Trans>
              </Button>
            </Stack>
          </Stack>
        </CardContent>
      </Card>
      {open.length === 0 ? null : (
        <Rows title={t`Given to this customer`}>
          {open.map((award) => (
            <Row key={award.award_id} name={award.name} remark={t`Free`}>
              <Button
                variant="outlined"
                disabled={isBlocked}
                onClick={() => redeem(award.name, { award_id: award.award_id })}
                aria-label={t`Redeem ${award.name}`}
              >
                <Trans>Redeem</Trans>
              </Button>
            </Row>
          ))}
        </Rows>
      )}
      {undoable.length === 0 ? null : (
        <Rows title={t`Redeemed in the last 15 minutes`}>
          {undoable.map((award) => (
            <Row key={award.award_id} name={award.name} remark={t`Redeemed`}>
              <Button
                variant="outlined"
                disabled={isBlocked}
                onClick={() => undo({ text: "", awardId: award.award_id, redemptionId: award.redemption_id })}
                aria-label={t`Undo ${award.name}`}
              >
                <Trans>Undo</Trans>
              </Button>
            </Row>
          ))}
        </Rows>
      )}
      <Rows title={t`Rewards`}>
        {card.rewards.length === 0 ? (
          <Typography color="textSecondary">
            <Trans>No rewards.</Trans>
          </Typography>
        ) : null}
        {card.rewards.map((reward) => (
          <Row
            key={reward.reward_id}
            name={reward.name}
            remark={[priceText(reward), ...(reward.reason === null ? [] : [t(REASONS[reward.reason])])].join(" · ")}
          >
            <Button
              variant="outlined"
              disabled={isBlocked || !reward.can_take}
              onClick={() => redeem(reward.name, { reward_id: reward.reward_id })}
              aria-label={t`Redeem ${reward.name}`}
            >
              <Trans>Redeem</Trans>
            </Button>
          </Row>
        ))}
      </Rows>
      {children}
    </>
  );
}

function Rows({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card component="section">
      <CardContent>
        <Stack spacing={1.5}>
          <Typography variant="h6" component="h3">
            {title}
          </Typography>
          {children}
        </Stack>
      </CardContent>
    </Card>
  );
}

function Row({ name, remark, children }: { name: string; remark: string; children: ReactNode }) {
  return (
    <Stack direction="row" spacing={2} sx={{ alignItems: "center", justifyContent: "space-between" }}>
      <div>
        <Typography sx={{ overflowWrap: "anywhere" }}>{name}</Typography>
        <Typography variant="body2" color="textSecondary">
          {remark}
        </Typography>
      </div>
      {children}
    </Stack>
  );
}
