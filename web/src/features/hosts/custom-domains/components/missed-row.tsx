import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { Link } from "react-router";
import { type MissedAddress, useDismissal } from "@/features/hosts/custom-domains/api/missed";
import { askedWords } from "@/features/hosts/custom-domains/words";
import { settle } from "@/shared/api/settle";
import { useToasts } from "@/shared/components/toasts";
import { paths } from "@/shared/config/paths";
import { formatDate } from "@/shared/format/dates";

interface MissedRowProps {
  missed: MissedAddress;
  isDismissed: boolean;
  mayEdit: boolean;
  zone: string;
}

/** One address: how often and when it was asked for, and what can be done about it. */
export function MissedRow({ missed, isDismissed, mayEdit, zone }: MissedRowProps) {
  const dismissal = useDismissal();
  const toasts = useToasts();
  const { host, path } = missed;
  const address = `${missed.shown_host}${path}`;
  const [first, last] = [formatDate(missed.first_at, zone), formatDate(missed.last_at, zone)];
  const put = (aside: boolean) =>
    settle(dismissal.mutateAsync({ host, path, is_dismissed: aside }), {
      onSuccess: () => toasts.success(aside ? `${address} is dismissed` : `${address} is shown again`),
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
            {missed.shown_host}
          </Box>
          <Box component="span" sx={{ fontWeight: 600 }}>
            {path}
          </Box>
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {askedWords(missed)} · {first === last ? first : `${first} to ${last}`}
        </Typography>
      </Box>
      {mayEdit ? (
        <Stack direction="row" sx={{ flexWrap: "wrap", gap: 1, flexShrink: 0, ml: { xs: -1, md: 0 } }}>
          {missed.name !== null && !isDismissed ? (
            <Button
              size="small"
              component={Link}
              to={paths.createCodeAt(missed.domain_id, missed.name)}
              aria-label={`Make a code for it: ${address}`}
            >
              Make a code for it
            </Button>
          ) : null}
          <Button
            size="small"
            color="inherit"
            disabled={dismissal.isPending}
            onClick={() => put(!isDismissed)}
            aria-label={`${isDismissed ? "Show again" : "Dismiss"}: ${address}`}
          >
            {isDismissed ? "Show again" : "Dismiss"}
          </Button>
        </Stack>
      ) : null}
    </Box>
  );
}
