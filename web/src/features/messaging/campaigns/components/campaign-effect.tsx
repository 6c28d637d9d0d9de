import type { MessageDescriptor } from "@lingui/core";
import { msg, plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { CampaignResults } from "@/features/messaging/campaigns/api/campaigns";
import { formatShare } from "@/shared/format/numbers";

type Effect = CampaignResults["effect"][number];

const SURE = 0.05;
const ACTS: Readonly<Record<Effect["act"], MessageDescriptor>> = {
  ordered: msg`Ordered`,
  redeemed: msg`Redeemed`,
  submitted: msg`Sent a form`,
  visited: msg`Came to a code or page`,
};

/** The effect of the campaign: people who got it compared with those who were held out. */
export function CampaignEffect({ effect }: { effect: readonly Effect[] }) {
  const first = effect[0];
  if (first === undefined) {
    return null;
  }
  const got = plural(first.people, { one: "# person who got it", other: "# people who got it" });
  const held = plural(first.held_out, { one: "# person in the holdout group", other: "# people in the holdout group" });
  return (
    <Box component="section" aria-label={t`Effect`} sx={{ mb: 2 }}>
      <Typography variant="subtitle2" component="h3">
        <Trans>Effect</Trans>
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {t`What ${got} did in the same time as ${held}, with a click or without.`}
      </Typography>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: "none" }}>
        {(Object.keys(ACTS) as Effect["act"][]).map((act) => {
          const one = effect.find((some) => some.act === act);
          return one === undefined ? null : (
            <Box component="li" key={act} sx={{ py: 0.75, borderTop: 1, borderColor: "divider" }}>
              <Typography variant="body2">
                {t(ACTS[act])}
                {": "}
                <Trans>
                  {formatShare(one.did / one.people)} against {formatShare(one.did_held_out / one.held_out)}
                </Trans>
              </Typography>
              <Typography variant="caption" color="textSecondary">
                {chanceInWords(one)}
              </Typography>
            </Box>
          );
        })}
      </Box>
    </Box>
  );
}

function chanceInWords({ chance }: Effect): string {
  if (chance === null) {
    return t`Not enough people or acts to compare yet.`;
  }
  return chance < SURE
    ? t`The difference is unlikely to be chance (p = ${formatShare(chance)}).`
    : t`The difference could be chance (p = ${formatShare(chance)}).`;
}
