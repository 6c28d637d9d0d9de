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
import { missedQuery } from "@/features/hosts/custom-domains/api/missed";
import { MissedRow } from "@/features/hosts/custom-domains/components/missed-row";
import { EmptyState, ErrorState } from "@/shared/components/state-views";
import { paths } from "@/shared/config/paths";

interface MissedAddressesProps {
  zone: string;
  mayEdit: boolean;
}

/** What people asked for at the organisation's hosts and nobody answers: typing errors, links of before. */
export function MissedAddresses({ zone, mayEdit }: MissedAddressesProps) {
  const [search, setSearch] = useSearchParams();
  const withBots = search.get("bots") === "1";
  const isDismissed = search.get("dismissed") === "1";
  const missed = useInfiniteQuery(missedQuery({ withBots, isDismissed }));
  const first = missed.data?.pages[0];
  const items = missed.data?.pages.flatMap((page) => page.items) ?? [];
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
        Addresses nobody answers
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5, mb: 1 }}>
        What was asked for at your domains in the last 90 days and leads nowhere: a typing error in print, a link of a
        service that you had before. No scan is counted of it.
      </Typography>
      <Stack direction="row" sx={{ flexWrap: "wrap", columnGap: 2 }}>
        <FormControlLabel
          sx={{ ml: 0 }}
          control={<Switch checked={withBots} disabled={isDismissed} onChange={(_, isOn) => choose("bots", isOn)} />}
          label="Show what only bots asked for"
        />
        <FormControlLabel
          sx={{ ml: 0 }}
          control={<Switch checked={isDismissed} onChange={(_, isOn) => choose("dismissed", isOn)} />}
          label="Show dismissed ones"
        />
      </Stack>
      {missed.isPending ? (
        <Stack spacing={1.5} sx={{ mt: 2 }} role="status" aria-label="Loading addresses that nobody answers">
          <Skeleton variant="rounded" height={56} />
          <Skeleton variant="rounded" height={56} />
          <Skeleton variant="rounded" height={56} />
        </Stack>
      ) : null}
      {missed.isError && first === undefined ? (
        <ErrorState compact error={missed.error} onRetry={() => void missed.refetch()} />
      ) : null}
      {first?.total === 0 ? (
        <EmptyState
          compact
          icon={<WrongLocationIcon />}
          title={isDismissed ? "Nothing is dismissed" : "Everything that was asked for is answered"}
          text={
            isDismissed ? undefined : "An address that leads nowhere appears here a moment after somebody asked for it."
          }
        />
      ) : null}
      {items.length > 0 ? (
        <Box component="ul" aria-labelledby="missed-addresses" sx={{ listStyle: "none", p: 0, m: 0, mt: 1 }}>
          {items.map((missedOne) => (
            <MissedRow
              key={`${missedOne.host} ${missedOne.path}`}
              missed={missedOne}
              isDismissed={isDismissed}
              mayEdit={mayEdit}
              zone={zone}
            />
          ))}
        </Box>
      ) : null}
      {missed.hasNextPage ? (
        <Button sx={{ mt: 1.5 }} disabled={missed.isFetchingNextPage} onClick={() => void missed.fetchNextPage()}>
          {missed.isFetchingNextPage
            ? "Loading …"
            : `Show more (${((first?.total ?? 0) - items.length).toLocaleString("en")} left)`}
        </Button>
      ) : null}
      {first?.is_cut === true && !missed.hasNextPage ? (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1.5 }}>
          There are more, which were asked for less often.{" "}
          <MuiLink component={Link} to={`${paths.reports}?report=missed_paths`}>
            The report has them all
          </MuiLink>
          .
        </Typography>
      ) : null}
    </Card>
  );
}
