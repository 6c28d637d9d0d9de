import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import ScanIcon from "@mui/icons-material/QrCodeScanner";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { type ComponentType, type SyntheticEvent, useEffect, useState } from "react";
import { Link } from "react-router";
import { loadReader } from "@/features/promotions/rewards/barcode-reader";
import { type LoyaltyCard, useFindCard, usePostCard } from "@/features/promotions/rewards/api/rewards";
import { OfflineGive, QueueStates, useTillQueue } from "@/features/promotions/rewards/components/offline-till";
import { Scanner } from "@/features/promotions/rewards/components/scanner";
import { TillCard } from "@/features/promotions/rewards/components/till-card";
import { mayBeCustomer, namesCard, whoIn } from "@/features/promotions/rewards/reward-texts";
import { ApiError, messageOf } from "@/shared/api/errors";
import { CodePicker } from "@/shared/codes/code-picker";
import { EditorsOnly } from "@/shared/components/editors-only";
import { PageHeader } from "@/shared/components/page-header";
import { paths } from "@/shared/config/paths";
import { reaches } from "@/shared/organization/organization";
import { useSearchChange } from "@/shared/url/use-search-change";

/** Error codes that mean that there is no such customer, or that the customer has no card. */
const NO_CARD: readonly string[] = ["customer_not_found", "card_not_found"];
const UNPROCESSABLE = 422;

/** Whether no customer has what was searched for, because it is unknown or not a valid number or address. */
function isNobody(error: Error): boolean {
  return error instanceof ApiError && (NO_CARD.includes(error.code) || error.status === UNPROCESSABLE);
}

interface TillProps {
  role: string;
  /** The staff member. Points and stamps that they gave offline are sent only in their name. */
  owner: string;
  isDevice?: boolean;
  /** Shows a scanned pass. Injected, because passes are a separate feature. */
  pass?: ComponentType<PassAtTillProps>;
  /** Offers a pass to the customer of a card. */
  givePass?: ComponentType<{ customerId: string }>;
}

interface PassAtTillProps {
  text: string;
  /** Called if the text is not a pass, to look for a card instead. */
  onNothing: () => void;
  onDone: () => void;
}

/** The till for staff with a phone: find a card, give points or stamps, redeem. */
export function Till({ role, owner, isDevice = false, pass: Pass, givePass: GivePass }: TillProps) {
  const waiting = useTillQueue(owner);
  const [search, change] = useSearchChange();
  const place = search.get("place");
  const finding = useFindCard();
  const creating = usePostCard();
  const [typed, setTyped] = useState("");
  const [isScanning, setScanning] = useState(false);
  const [card, setCard] = useState<LoyaltyCard | null>(null);
  const [passText, setPassText] = useState<string | null>(null);
  /** Whether neither a customer nor a pass has the text. */
  const [isUnknown, setUnknown] = useState(false);
  useEffect(() => {
    // The camera also reads cards when the network is lost later.
    void loadReader().catch(() => null);
  }, []);
  if (!reaches(role, "editor")) {
    return (
      <EditorsOnly
        title={t`Till`}
        text={t`Only editors can give points and redeem rewards.`}
        back={{ to: paths.rewards, label: t`Rewards` }}
      />
    );
  }
  const find = (text: string, onNobody?: () => void) => {
    const onError = (error: Error) => {
      if (isNobody(error)) {
        onNobody?.();
      }
    };
    finding.mutate({ ...whoIn(text), ...(place === null ? {} : { code_id: place }) }, { onSuccess: setCard, onError });
  };
  /**
   * The barcode of a pass can look like a number or an address. So whatever is no card may be a pass: a scanned text
   * rather than a customer, a typed number or address only if no customer has it.
   */
  const look = (text: string, isScanned: boolean) => {
    finding.reset();
    creating.reset();
    setUnknown(false);
    if (Pass === undefined || namesCard(text)) {
      find(text);
    } else if (isScanned || !mayBeCustomer(text)) {
      setPassText(text);
    } else {
      find(text, () => setPassText(text));
    }
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (typed.trim() !== "" && !finding.isPending && waiting.isOnline) {
      look(typed, false);
    }
  };
  // The customer who was searched for, whatever has been typed since.
  const sought = finding.variables;
  const mayCreate =
    finding.error instanceof ApiError &&
    NO_CARD.includes(finding.error.code) &&
    (sought?.email !== undefined || sought?.phone !== undefined);
  const error = creating.error ?? finding.error;
  return (
    <Stack sx={{ maxWidth: 480, mx: "auto" }}>
      <PageHeader
        title={t`Till`}
        subtitle={t`Scan a card or a pass, or find a card by phone, email or customer number.`}
        actions={
          reaches(role, "admin") && !isDevice ? (
            <Button variant="outlined" component={Link} to={paths.tills}>
              <Trans>Tills and staff</Trans>
            </Button>
          ) : null
        }
      />
      <Stack spacing={2}>
        <QueueStates {...waiting} />
        {waiting.isOnline || (card === null && passText === null) ? null : (
          <Alert severity="warning" role="status">
            <Trans>
              You are offline. Nothing can be given or redeemed here until you are online again. To give stamps or
              points now, choose Next customer: they are kept on this device and sent once you are online.
            </Trans>
          </Alert>
        )}
        {Pass !== undefined && passText !== null ? (
          <Pass
            key={passText}
            text={passText}
            onNothing={() => {
              setPassText(null);
              if (finding.isError) {
                return;
              }
              if (mayBeCustomer(passText)) {
                find(passText, () => setUnknown(true));
              } else {
                setUnknown(true);
              }
            }}
            onDone={() => {
              setPassText(null);
              setTyped("");
              finding.reset();
            }}
          />
        ) : card === null ? (
          <>
            {isScanning ? (
              <Scanner
                onRead={(text) => {
                  setScanning(false);
                  setTyped(waiting.isOnline ? "" : text);
                  if (waiting.isOnline) {
                    look(text, true);
                  }
                }}
                onClose={() => setScanning(false)}
              />
            ) : (
              <Button
                variant="contained"
                size="large"
                startIcon={<ScanIcon />}
                disabled={finding.isPending}
                onClick={() => setScanning(true)}
              >
                <Trans>Scan</Trans>
              </Button>
            )}
            <Stack component="form" direction="row" spacing={1} onSubmit={submit} noValidate>
              <TextField
                fullWidth
                label={t`Phone, email or customer number`}
                value={typed}
                onChange={({ target }) => setTyped(target.value)}
                slotProps={{ htmlInput: { maxLength: 254, autoComplete: "off" } }}
              />
              <Button
                type="submit"
                variant="outlined"
                disabled={typed.trim() === "" || finding.isPending || !waiting.isOnline}
              >
                <Trans>Find</Trans>
              </Button>
            </Stack>
            {waiting.isOnline ? null : (
              <OfflineGive typed={typed} place={place} add={waiting.add} onGiven={() => setTyped("")} />
            )}
            {finding.isPending ? <Skeleton variant="rounded" height={120} aria-busy="true" /> : null}
            {isUnknown ? (
              <Alert severity="error">
                <Trans>No card and no pass was found.</Trans>
              </Alert>
            ) : error ? (
              <Alert severity={mayCreate ? "info" : "error"}>{messageOf(error)}</Alert>
            ) : null}
            {mayCreate ? (
              <Button
                variant="outlined"
                disabled={creating.isPending}
                onClick={() =>
                  creating.mutate(
                    { ...sought, code_id: place, action: "create" },
                    { onSuccess: (made) => setCard(made.card) },
                  )
                }
              >
                <Trans>Create a card</Trans>
              </Button>
            ) : null}
            {isDevice ? null : (
              <CodePicker
                label={t`Place`}
                value={place}
                onChange={(codeId) => change({ place: codeId })}
                helperText={t`Optional: the code at your location, for rewards with stock by place.`}
              />
            )}
          </>
        ) : (
          <TillCard
            card={card}
            place={place}
            onChange={setCard}
            onDone={() => {
              setCard(null);
              setTyped("");
              finding.reset();
            }}
          >
            {GivePass === undefined ? null : <GivePass customerId={card.customer_id} />}
          </TillCard>
        )}
      </Stack>
    </Stack>
  );
}
