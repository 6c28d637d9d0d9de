import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { Link as RouterLink } from "react-router";
import { referralCodeQuery, useCreateReferralCode } from "@/features/promotions/referrals/api/referrals";
import { handleResult } from "@/shared/api/handle-result";
import { CopyIconButton } from "@/shared/components/copy-button";
import { ErrorState } from "@/shared/components/state-views";
import { useToasts } from "@/shared/components/toasts";
import { paths } from "@/shared/config/paths";
import { formatCount } from "@/shared/format/numbers";

/** A customer's referral link, and the number of friends who came through it. */
export function CustomerReferral({ customerId, mayEdit }: { customerId: string; mayEdit: boolean }) {
  const code = useQuery(referralCodeQuery(customerId));
  const creating = useCreateReferralCode();
  const toasts = useToasts();
  if (code.isPending) {
    return <Skeleton variant="rounded" height={56} />;
  }
  if (code.isError) {
    return <ErrorState compact error={code.error} onRetry={() => void code.refetch()} />;
  }
  const { url, friends, rewarded, is_active } = code.data;
  return (
    <Stack spacing={1}>
      {url === null ? (
        <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: "wrap", alignItems: "center" }}>
          <Typography color="textSecondary">
            <Trans>No referral link yet.</Trans>
          </Typography>
          {mayEdit ? (
            <Button
              variant="outlined"
              size="small"
              disabled={creating.isPending}
              onClick={() => handleResult(creating.mutateAsync(customerId), { onError: toasts.error })}
            >
              <Trans>Create link</Trans>
            </Button>
          ) : null}
        </Stack>
      ) : (
        <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: "wrap", alignItems: "center" }}>
          <Link href={url} sx={{ overflowWrap: "anywhere" }}>
            {url}
          </Link>
          <CopyIconButton text={url} label={t`Copy referral link`} />
        </Stack>
      )}
      <Typography variant="body2" color="textSecondary">
        {[
          friends === 0
            ? t`No friends yet`
            : plural(friends, {
                one: `# friend, ${formatCount(rewarded)} rewarded`,
                other: `# friends, ${formatCount(rewarded)} rewarded`,
              }),
          is_active ? null : t`the programme is not running`,
        ]
          .filter(Boolean)
          .join(" · ")}
        {friends > 0 ? (
          <>
            {" · "}
            <Link component={RouterLink} to={paths.referralsOf(customerId)}>
              <Trans>Show tree</Trans>
            </Link>
          </>
        ) : null}
      </Typography>
    </Stack>
  );
}
