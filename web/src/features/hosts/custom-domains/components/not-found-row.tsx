import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { Link } from "react-router";
import { type NotFoundAddress, useDismissal } from "@/features/hosts/custom-domains/api/not-found-log";
import { requestsText } from "@/features/hosts/custom-domains/texts";
import { handleResult } from "@/shared/api/handle-result";
import { useToasts } from "@/shared/components/toasts";
import { paths } from "@/shared/config/paths";
import { formatDate } from "@/shared/format/dates";

interface MissedRowProps {
  entry: NotFoundAddress;
  isDismissed: boolean;
  mayEdit: boolean;
  zone: string;
}

/** One address: how often and when it was requested, and the actions for it. */
export function NotFoundRow({ entry, isDismissed, mayEdit, zone }: MissedRowProps) {
  const dismissal = useDismissal();
  const toasts = useToasts();
  const { host, path } = entry;
  const address = `${entry.shown_host}${path}`;
  const [first, last] = [formatDate(entry.first_at, zone), formatDate(entry.last_at, zone)];
  const put = (aside: boolean) =>
    handleResult(dismissal.mutateAsync({ host, path, is_dismissed: aside }), {
      onSuccess: () => toasts.success(aside ? t`${address} was dismissed` : t`${address} was restored`),
      onError: toasts.error,
    });
  return (
    <Box
      component="li"
      sx={{
        display: "flex",
        flexDirection: { xs: "column", md: "row" },
        alignItems: { md: "center" },
        gap: { xs: 0.5, md: 2 },
        py: 1.5,
        borderTop: 1,
        borderColor: "divider",
      }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="body2" sx={{ overflowWrap: "anywhere" }}>
          <Box component="span" sx={{ color: "text.secondary" }}>
            {entry.shown_host}
          </Box>
          <Box component="span" sx={{ fontWeight: 600 }}>
            {path}
          </Box>
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {requestsText(entry)} · {first === last ? first : t`${first} to ${last}`}
        </Typography>
      </Box>
      {mayEdit ? (
        <Stack direction="row" sx={{ flexWrap: "wrap", gap: 1, flexShrink: 0, ml: { xs: -1, md: 0 } }}>
          {entry.name !== null && !isDismissed ? (
            <Button
              size="small"
              component={Link}
              to={paths.createCodeAt(entry.domain_id, entry.name)}
              aria-label={t`Create code for ${address}`}
            >
              <Trans>Create code</Trans>
            </Button>
          ) : null}
          <Button
            size="small"
            color="inherit"
            disabled={dismissal.isPending}
            onClick={() => put(!isDismissed)}
            aria-label={`${isDismissed ? t`Restore` : t`Dismiss`}: ${address}`}
          >
            {isDismissed ? t`Restore` : t`Dismiss`}
          </Button>
        </Stack>
      ) : null}
    </Box>
  );
}
