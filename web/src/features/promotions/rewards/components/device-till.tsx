import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import PointOfSaleIcon from "@mui/icons-material/PointOfSale";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import MenuItem from "@mui/material/MenuItem";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, type SyntheticEvent, useEffect, useRef, useState } from "react";
import { deviceSecret, forgetDevice, openTillQuery, useUnlockTill } from "@/features/promotions/rewards/api/tills";
import { Till } from "@/features/promotions/rewards/components/till";
import { onTillLocked, setTillToken } from "@/shared/api/client";
import { ApiError, messageOf } from "@/shared/api/errors";
import { PageHeader } from "@/shared/components/page-header";
import { ErrorState } from "@/shared/components/state-views";

interface Worker {
  staffId: string;
  name: string;
}

/** The role that staff at a till have for cards. */
const EDITOR = "editor";

/** The till of an enrolled device: a PIN first, then the till, without any other part of the product. */
export function DeviceTill(passes: Pick<ComponentProps<typeof Till>, "pass" | "givePass">) {
  const [secret, setSecret] = useState(deviceSecret);
  const [who, setWho] = useState<Worker | null>(null);
  useEffect(() => {
    onTillLocked(() => setWho(null));
    return () => {
      onTillLocked(undefined);
      setTillToken(null);
    };
  }, []);
  const lock = () => {
    setTillToken(null);
    setWho(null);
  };
  return (
    <Box component="main" sx={{ p: 2 }}>
      {secret === null ? (
        <Stack sx={{ minHeight: "80dvh", alignItems: "center", justifyContent: "center" }}>
          <Card sx={{ maxWidth: 420, p: { xs: 3, sm: 4 }, textAlign: "center" }}>
            <PointOfSaleIcon color="disabled" sx={{ fontSize: 44, mb: 1 }} />
            <Typography variant="h4" component="h1" gutterBottom>
              <Trans>Till</Trans>
            </Typography>
            <Typography color="textSecondary">
              <Trans>This device isn’t a till yet. An admin can enrol it in Waypost, under Rewards, Staff.</Trans>
            </Typography>
          </Card>
        </Stack>
      ) : who === null ? (
        <PinForm
          secret={secret}
          onUnlocked={setWho}
          onGone={() => {
            forgetDevice();
            setSecret(null);
          }}
        />
      ) : (
        <>
          <Stack
            direction="row"
            sx={{ maxWidth: 480, mx: "auto", justifyContent: "space-between", alignItems: "center" }}
          >
            <span>{who.name}</span>
            <Button onClick={lock}>
              <Trans>Lock</Trans>
            </Button>
          </Stack>
          <Till role={EDITOR} owner={who.staffId} isDevice {...passes} />
        </>
      )}
    </Box>
  );
}

interface PinFormProps {
  secret: string;
  onUnlocked: (who: Worker) => void;
  onGone: () => void;
}

function PinForm({ secret, onUnlocked, onGone }: PinFormProps) {
  const opened = useQuery(openTillQuery(secret));
  const unlocking = useUnlockTill();
  const [staffId, setStaffId] = useState("");
  const [pin, setPin] = useState("");
  // The second tap of a double tap arrives before the button is disabled, and would count as another wrong PIN.
  const isSending = useRef(false);
  const isGone = opened.error instanceof ApiError && opened.error.code === "till_unknown";
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (staffId !== "" && pin !== "" && !isSending.current) {
      isSending.current = true;
      unlocking.mutate(
        { secret, staff_id: staffId, pin },
        {
          onSuccess: ({ name }) => onUnlocked({ staffId, name }),
          onSettled: () => {
            isSending.current = false;
            setPin("");
          },
        },
      );
    }
  };
  return (
    <Stack sx={{ maxWidth: 480, mx: "auto" }}>
      <PageHeader title={opened.data?.name ?? t`Till`} subtitle={t`Choose your name and enter your PIN.`} />
      {opened.isPending ? <Skeleton variant="rounded" height={120} aria-busy="true" /> : null}
      {opened.isError ? (
        <>
          <ErrorState compact error={opened.error} onRetry={() => void opened.refetch()} />
          {isGone ? (
            <Button onClick={onGone}>
              <Trans>Stop using this device as a till</Trans>
            </Button>
          ) : null}
        </>
      ) : null}
      {opened.data === undefined ? null : (
        <Stack component="form" spacing={2} onSubmit={submit} noValidate>
          {unlocking.error ? <Alert severity="error">{messageOf(unlocking.error)}</Alert> : null}
          <TextField select label={t`Name`} value={staffId} onChange={({ target }) => setStaffId(target.value)}>
            {opened.data.staff.map(({ staff_id, name }) => (
              <MenuItem key={staff_id} value={staff_id}>
                {name}
              </MenuItem>
            ))}
          </TextField>
          <TextField
            type="password"
            label={t`PIN`}
            value={pin}
            onChange={({ target }) => setPin(target.value)}
            slotProps={{ htmlInput: { inputMode: "numeric", maxLength: 8, autoComplete: "off" } }}
          />
          <Button
            type="submit"
            variant="contained"
            size="large"
            disabled={staffId === "" || pin === "" || unlocking.isPending}
          >
            <Trans>Unlock</Trans>
          </Button>
        </Stack>
      )}
    </Stack>
  );
}
