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

/** A customer's referral link, and how many friends came by it. */
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
          <Typography color="textSecondary">No referral link yet.</Typography>
          {mayEdit ? (
            <Button
              variant="outlined"
              size="small"
              disabled={creating.isPending}
              onClick={() => handleResult(creating.mutateAsync(customerId), { onError: toasts.error })}
            >
              Create link
            </Button>
          ) : null}
        </Stack>
      ) : (
        <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: "wrap", alignItems: "center" }}>
          <Link href={url} sx={{ overflowWrap: "anywhere" }}>
            {url}
          </Link>
          <CopyIconButton text={url} label="Copy referral link" />
        </Stack>
      )}
      <Typography variant="body2" color="textSecondary">
        {[
          friends === 0
            ? "No friends yet"
            : `${friends.toLocaleString("en")} ${friends === 1 ? "friend" : "friends"}, ${rewarded.toLocaleString("en")} rewarded`,
          is_active ? null : "the programme is not running",
        ]
          .filter(Boolean)
          .join(" · ")}
        {friends > 0 ? (
          <>
            {" · "}
            <Link component={RouterLink} to={paths.referralsOf(customerId)}>
              Show tree
            </Link>
          </>
        ) : null}
      </Typography>
    </Stack>
  );
}
