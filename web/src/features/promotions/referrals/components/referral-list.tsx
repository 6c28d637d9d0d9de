import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import FriendsIcon from "@mui/icons-material/GroupAddOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Chip from "@mui/material/Chip";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link as RouterLink } from "react-router";
import {
  PAGE_SIZE,
  type Referral,
  type ReferralPerson,
  type ReferralState,
  referralsQuery,
} from "@/features/promotions/referrals/api/referrals";
import { DecisionDialog } from "@/features/promotions/referrals/components/decision-dialog";
import {
  ACTIONS,
  FLAGS,
  givenText,
  levelName,
  PROBLEMS,
  personName,
  STATES,
} from "@/features/promotions/referrals/referral-texts";
import { CardList } from "@/shared/components/list-screen";
import { paths } from "@/shared/config/paths";
import { formatDate, formatDateTime } from "@/shared/format/dates";
import { useOrganizationData } from "@/shared/organization/organization";
import { useListView } from "@/shared/url/use-list-view";

interface ReferralListProps {
  state: ReferralState | null;
  mayDecide: boolean;
}

/** Referrals, newest first. Suspicious ones have buttons to decide. */
export function ReferralList({ state, mayDecide }: ReferralListProps) {
  const view = useListView({ pageSize: PAGE_SIZE });
  const list = useQuery(referralsQuery(state, view.page));
  const zone = useOrganizationData().data?.time_zone;
  const [decided, setDecided] = useState<{ referral: Referral; action: "approve" | "reject" } | null>(null);
  return (
    <>
      <CardList
        list={list}
        view={view}
        height={84}
        empty={{
          icon: <FriendsIcon />,
          title: state === "doubtful" ? t`Nothing to review` : t`No referrals yet`,
          text:
            state === "doubtful"
              ? t`Suspicious referrals wait here for your review.`
              : t`They appear here once a friend accepts a customer’s invitation.`,
        }}
      >
        {(referral) => (
          <ReferralRow
            key={referral.referral_id}
            referral={referral}
            zone={zone}
            onDecide={mayDecide ? (action) => setDecided({ referral, action }) : null}
          />
        )}
      </CardList>
      {decided === null ? null : <DecisionDialog {...decided} onDone={() => setDecided(null)} />}
    </>
  );
}

interface ReferralRowProps {
  referral: Referral;
  zone: string | undefined;
  onDecide: ((action: "approve" | "reject") => void) | null;
}

function ReferralRow({ referral, zone, onDecide }: ReferralRowProps) {
  const { friend, referrer, rewards, problem, state } = referral;
  const decider = referral.decided_by ?? t`a former member`;
  const facts = [
    t`Joined ${formatDateTime(referral.created_at, zone)}`,
    referral.action === null
      ? state === "held" || state === "doubtful"
        ? t`has until ${formatDate(referral.act_by, zone)} to act`
        : null
      : `${t(ACTIONS[referral.action])} ${formatDateTime(referral.acted_at ?? "", zone)}`,
    problem === null ? null : PROBLEMS[problem] === undefined ? problem : t(PROBLEMS[problem]),
  ];
  return (
    <Card component="li" sx={{ p: 2 }}>
      <Stack direction={{ xs: "column", sm: "row" }} spacing={2} sx={{ alignItems: { sm: "center" } }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography sx={{ overflowWrap: "anywhere" }}>
            <Trans>
              <PersonLink person={referrer} /> brought <PersonLink person={friend} />
            </Trans>
          </Typography>
          <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
            {facts.filter(Boolean).join(" · ")}
          </Typography>
          {rewards.length > 0 ? (
            <Typography variant="body2" color="textSecondary">
              {rewards.map((one) => `${levelName(one.level)}: ${givenText(one)}`).join(" · ")}
            </Typography>
          ) : null}
          {referral.note === null ? null : (
            <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
              {referral.decision === "approved"
                ? t`Approved by ${decider}: ${referral.note}`
                : t`Rejected by ${decider}: ${referral.note}`}
            </Typography>
          )}
        </Box>
        <Stack direction="row" sx={{ flexWrap: "wrap", gap: 0.5, maxWidth: { sm: "20rem" } }}>
          {state === "doubtful" && onDecide !== null ? null : <Chip size="small" label={t(STATES[state])} />}
          {referral.flags.map((flag) => (
            <Chip key={flag} size="small" variant="outlined" label={t(FLAGS[flag])} />
          ))}
        </Stack>
        {onDecide !== null && state === "doubtful" ? (
          <Stack direction="row" spacing={1}>
            <Button
              color="error"
              onClick={() => onDecide("reject")}
              aria-label={t`Reject the referral of ${personName(friend)}`}
            >
              <Trans>Reject</Trans>
            </Button>
            <Button
              variant="outlined"
              onClick={() => onDecide("approve")}
              aria-label={t`Approve the referral of ${personName(friend)}`}
            >
              <Trans>Approve</Trans>
            </Button>
          </Stack>
        ) : null}
      </Stack>
    </Card>
  );
}

/** A person's name, linked to their profile. */
export function PersonLink({ person }: { person: ReferralPerson }) {
  return (
    <Link component={RouterLink} to={paths.customer(person.customer_id)} color="textPrimary">
      {personName(person)}
    </Link>
  );
}
