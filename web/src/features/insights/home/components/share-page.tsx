import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import IosShareIcon from "@mui/icons-material/IosShare";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Container from "@mui/material/Container";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import type { SyntheticEvent } from "react";
import { SiteFrame } from "@/shared/components/site-frame";
import { CopyButton } from "@/shared/components/copy-button";
import { useTitle } from "@/shared/components/use-title";
import { useAppConfig } from "@/shared/config/app-config-context";

const CODE = /^[A-Za-z0-9_-]{4,64}$/;

/** Returns the ID in a pasted text: the ID itself, or one in a link to the code. Null if there is none. */
export function codeIdIn(text: string): string | null {
  const plain = text.trim();
  const id = /\/code\/([^/?#\s]+)/.exec(plain)?.[1] ?? plain;
  return CODE.test(id) ? id : null;
}

/** Shares a code: a link to copy, the device's own sharing, and links to the usual channels. */
export function SharePage({ codeId, onCode }: { codeId: string; onCode: (code: string) => void }) {
  const { base_url } = useAppConfig();
  const id = codeIdIn(codeId);
  const link = id === null ? "" : `${base_url}/code/${id}`;
  useTitle(t`Share`);
  return (
    <SiteFrame>
      <Container maxWidth="sm" sx={{ py: { xs: 4, md: 8 } }}>
        <Stack spacing={3}>
          <Stack spacing={1}>
            <Typography variant="h2" component="h1">
              <Trans>Share a code</Trans>
            </Typography>
            <Typography color="textSecondary">
              <Trans>Anyone with the link can see what the code shows. No account is required.</Trans>
            </Typography>
          </Stack>
          {/* A form, so that a browser without script asks for its link with a press of Enter. */}
          <Card component="form" onSubmit={stay} sx={{ p: { xs: 2, sm: 3 } }}>
            <Stack spacing={2}>
              <TextField
                name="code"
                label={t`Code or link`}
                value={codeId}
                onChange={(event) => onCode(event.target.value)}
                error={codeId !== "" && id === null}
                helperText={codeId !== "" && id === null ? t`This is not a Waypost code.` : t`Paste a code ID or link.`}
              />
              <noscript>
                <button type="submit">
                  <Trans>Show link</Trans>
                </button>
              </noscript>
              {id === null ? null : <Ways link={link} />}
            </Stack>
          </Card>
        </Stack>
      </Container>
    </SiteFrame>
  );
}

function stay(event: SyntheticEvent) {
  event.preventDefault();
}

function Ways({ link }: { link: string }) {
  const text = encodeURIComponent(link);
  const share = () => void navigator.share({ url: link }).catch(() => undefined);
  return (
    <Stack spacing={2}>
      <Typography component="a" href={link} sx={{ color: "inherit", fontWeight: 600, overflowWrap: "anywhere" }}>
        {link}
      </Typography>
      <Stack direction="row" useFlexGap sx={{ flexWrap: "wrap", gap: 1 }}>
        <CopyButton text={link} label={t`Copy link`} variant="contained" />
        {"share" in navigator ? (
          <Button variant="outlined" startIcon={<IosShareIcon />} onClick={share}>
            <Trans>Share…</Trans>
          </Button>
        ) : null}
        <Button variant="outlined" href={`mailto:?body=${text}`}>
          <Trans>Email</Trans>
        </Button>
        <Button variant="outlined" href={`sms:?&body=${text}`}>
          <Trans>Text message</Trans>
        </Button>
        <Button variant="outlined" href={`https://wa.me/?text=${text}`} target="_blank" rel="noopener">
          <Trans>WhatsApp</Trans>
        </Button>
      </Stack>
    </Stack>
  );
}
