import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Chip from "@mui/material/Chip";
import MuiLink from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { appLinksInWords } from "@/features/codes/codes/app-links";
import { PictureWithActions } from "@/features/codes/codes/components/code-actions";
import { KindChip, StateChip } from "@/features/codes/codes/components/code-labels";
import type { Code } from "@/features/codes/codes/types";
import { CopyIconButton } from "@/shared/components/copy-button";
import { formatDateTime } from "@/shared/format/dates";
import { formatCount } from "@/shared/format/numbers";

const LEVEL_NAMES: Record<Code["design"]["error_correction"], MessageDescriptor> = {
  L: msg`Low, 7%`,
  M: msg`Medium, 15%`,
  Q: msg`High, 25%`,
  H: msg`Highest, 30%`,
};

interface CodeDetailsProps {
  code: Code;
  zone: string | undefined;
  pictureActions?: ReactNode;
  children?: ReactNode;
}

/** Shows everything about one code. `children` is added by the route, such as its latest numbers. */
export function CodeDetails({ code, zone, pictureActions, children }: CodeDetailsProps) {
  return (
    <Box
      sx={{
        display: "grid",
        gap: 3,
        gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "320px minmax(0, 1fr)" },
        alignItems: "start",
      }}
    >
      <Card sx={{ p: 2.5 }}>
        <PictureWithActions code={code}>{pictureActions}</PictureWithActions>
      </Card>
      <Stack spacing={3} sx={{ minWidth: 0 }}>
        {children}
        <Card sx={{ p: { xs: 2, sm: 3 } }}>
          <Typography variant="h5" component="h2" sx={{ mb: 2 }}>
            <Trans>About this code</Trans>
          </Typography>
          <Box
            component="dl"
            sx={{ m: 0, display: "grid", gap: 2, gridTemplateColumns: { sm: "10rem minmax(0, 1fr)" } }}
          >
            <Fact name={t`Type and status`}>
              <Stack direction="row" spacing={1}>
                <KindChip kind={code.type} />
                <StateChip code={code} />
              </Stack>
            </Fact>
            <Fact name={t`Link`}>
              <Address address={code.url} />
            </Fact>
            {code.type === "redirect" && code.destination !== null ? (
              <Fact name={t`Destination`}>
                <Address address={code.destination} />
                {code.forwards_query ? (
                  <Typography variant="body2" color="textSecondary">
                    <Trans>Query parameters are forwarded</Trans>
                  </Typography>
                ) : null}
                {code.destination_warning ? (
                  <Typography variant="body2" color="error">
                    {code.destination_warning}
                  </Typography>
                ) : null}
              </Fact>
            ) : null}
            {code.type === "page" || code.type === "promo" ? <PageFacts content={code.content} /> : null}
            {code.app_links !== null ? <Fact name={t`On phones`}>{appLinksInWords(code.app_links)}</Fact> : null}
            {code.expired_url !== null ? (
              <Fact name={t`After it ends`}>
                <Address address={code.expired_url} />
              </Fact>
            ) : null}
            {code.fallback_url !== null ? (
              <Fact name={t`Fallback`}>
                <Address address={code.fallback_url} />
              </Fact>
            ) : null}
            {code.active_from !== null ? (
              <Fact name={t`Active from`}>{formatDateTime(code.active_from, zone)}</Fact>
            ) : null}
            {code.active_until !== null ? (
              <Fact name={t`Active until`}>{formatDateTime(code.active_until, zone)}</Fact>
            ) : null}
            {code.has_password ? (
              <Fact name={t`Password`}>
                <Trans>Required</Trans>
              </Fact>
            ) : null}
            {code.scan_limit !== null ? <Fact name={t`Scan limit`}>{formatCount(code.scan_limit)}</Fact> : null}
            {code.visitor_limit !== null ? (
              <Fact name={t`Limit per visitor`}>{formatCount(code.visitor_limit)}</Fact>
            ) : null}
            {code.tags.length > 0 ? (
              <Fact name={t`Tags`}>
                <Labels labels={code.tags} />
              </Fact>
            ) : null}
            {Object.keys(code.properties).length > 0 ? (
              <Fact name={t`Placement`}>
                <Labels labels={Object.entries(code.properties).map(([name, value]) => `${name}: ${value}`)} />
              </Fact>
            ) : null}
            <Fact name={t`Picture`}>
              <Trans>
                Error correction: {t(LEVEL_NAMES[code.design.error_correction])}. Quiet zone: {code.design.quiet_zone}{" "}
                modules
              </Trans>
            </Fact>
            <Fact name={t`Created`}>{formatDateTime(code.created_at, zone)}</Fact>
            <Fact name={t`Last changed`}>{formatDateTime(code.updated_at, zone)}</Fact>
          </Box>
        </Card>
      </Stack>
    </Box>
  );
}

function PageFacts({ content }: { content: Code["content"] }) {
  return (
    <>
      {content.title ? <Fact name={t`Title`}>{content.title}</Fact> : null}
      {content.text ? (
        <Fact name={t`Text`}>
          <Typography variant="body2" sx={{ whiteSpace: "pre-line", maxHeight: 180, overflow: "auto" }}>
            {content.text}
          </Typography>
        </Fact>
      ) : null}
      {content.button_label && content.button_url ? (
        <Fact name={`Button “${content.button_label}”`}>
          <Address address={content.button_url} />
        </Fact>
      ) : null}
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <Typography component="dt" variant="body2" color="textSecondary" sx={{ mb: { xs: -1.5, sm: 0 } }}>
        {name}
      </Typography>
      <Typography component="dd" variant="body2" sx={{ m: 0, overflowWrap: "anywhere" }}>
        {children}
      </Typography>
    </>
  );
}

function Address({ address }: { address: string }) {
  return (
    <Box component="span" sx={{ display: "inline-flex", alignItems: "center", gap: 0.5 }}>
      <MuiLink href={address} target="_blank" rel="noopener noreferrer" sx={{ overflowWrap: "anywhere" }}>
        {address}
      </MuiLink>
      <CopyIconButton text={address} label={t`Copy`} />
    </Box>
  );
}

function Labels({ labels }: { labels: readonly string[] }) {
  return (
    <Stack direction="row" spacing={0.75} useFlexGap sx={{ flexWrap: "wrap" }}>
      {labels.map((label) => (
        <Chip key={label} size="small" label={label} />
      ))}
    </Stack>
  );
}
