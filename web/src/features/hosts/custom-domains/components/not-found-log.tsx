import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import WrongLocationIcon from "@mui/icons-material/WrongLocationOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import FormControlLabel from "@mui/material/FormControlLabel";
import MuiLink from "@mui/material/Link";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import Typography from "@mui/material/Typography";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import { notFoundLogQuery } from "@/features/hosts/custom-domains/api/not-found-log";
import { NotFoundRow } from "@/features/hosts/custom-domains/components/not-found-row";
import { EmptyState, ErrorState } from "@/shared/components/state-views";
import { paths } from "@/shared/config/paths";
import { formatCount } from "@/shared/format/numbers";

interface MissedAddressesProps {
  zone: string;
  mayEdit: boolean;
}

/**
 * The not-found log: addresses that visitors requested on the organisation's hosts, such as typing errors and old
 * links.
 */
export function NotFoundLog({ zone, mayEdit }: MissedAddressesProps) {
  const [search, setSearch] = useSearchParams();
  const withBots = search.get("bots") === "1";
  const isDismissed = search.get("dismissed") === "1";
  const log = useInfiniteQuery(notFoundLogQuery({ withBots, isDismissed }));
  const first = log.data?.pages[0];
  const items = log.data?.pages.flatMap((page) => page.items) ?? [];
  const choose = (name: string, isOn: boolean) =>
    setSearch(
      (now) => {
        if (isOn) {
          now.set(name, "1");
        } else {
          now.delete(name);
        }
        return now;
      },
      { replace: true },
    );
  return (
    <Card component="section" aria-labelledby="missed-addresses" sx={{ p: { xs: 2, sm: 3 } }}>
      <Typography id="missed-addresses" variant="h5" component="h2">
        <Trans>Not found log</Trans>
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5, mb: 1 }}>
        <Trans>
          URLs on your domains that were requested in the last 90 days but lead nowhere, such as typos in print or links
          from a previous service. They don’t count as scans.
        </Trans>
      </Typography>
      <Stack direction="row" sx={{ flexWrap: "wrap", columnGap: 2 }}>
        <FormControlLabel
          sx={{ ml: 0 }}
          control={<Switch checked={withBots} disabled={isDismissed} onChange={(_, isOn) => choose("bots", isOn)} />}
          label={t`Include bots`}
        />
        <FormControlLabel
          sx={{ ml: 0 }}
          control={<Switch checked={isDismissed} onChange={(_, isOn) => choose("dismissed", isOn)} />}
          label={t`Show dismissed`}
        />
      </Stack>
      {log.isPending ? (
        <Stack spacing={1.5} sx={{ mt: 2 }} role="status" aria-label={t`Loading the not found log`}>
          <Skeleton variant="rounded" height={56} />
          <Skeleton variant="rounded" height={56} />
          <Skeleton variant="rounded" height={56} />
        </Stack>
      ) : null}
      {log.isError && first === undefined ? (
        <ErrorState compact error={log.error} onRetry={() => void log.refetch()} />
      ) : null}
      {first?.total === 0 ? (
        <EmptyState
          compact
          icon={<WrongLocationIcon />}
          title={isDismissed ? t`No dismissed URLs` : t`No missing URLs`}
          text={isDismissed ? undefined : t`Requested URLs that lead nowhere appear here within seconds.`}
        />
      ) : null}
      {items.length > 0 ? (
        <Box component="ul" aria-labelledby="missed-addresses" sx={{ listStyle: "none", p: 0, m: 0, mt: 1 }}>
          {items.map((missedOne) => (
            <NotFoundRow
              key={`${missedOne.host} ${missedOne.path}`}
              entry={missedOne}
              isDismissed={isDismissed}
              mayEdit={mayEdit}
              zone={zone}
            />
          ))}
        </Box>
      ) : null}
      {log.hasNextPage ? (
        <Button sx={{ mt: 1.5 }} disabled={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
          {log.isFetchingNextPage
            ? t`Loading…`
            : t`Show more (${formatCount((first?.total ?? 0) - items.length)} left)`}
        </Button>
      ) : null}
      {first?.is_cut === true && !log.hasNextPage ? (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1.5 }}>
          <Trans>
            There are more URLs with fewer requests.{" "}
            <MuiLink component={Link} to={`${paths.reports}?report=missed_paths`}>
              View the full report
            </MuiLink>
            .
          </Trans>
        </Typography>
      ) : null}
    </Card>
  );
}
