import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import CardActionArea from "@mui/material/CardActionArea";
import LinearProgress from "@mui/material/LinearProgress";
import Typography from "@mui/material/Typography";
import { useNavigate } from "react-router";
import { useBeginTemplate } from "@/features/wallet/designer/api/begin-template";
import { resolved, sampleValues } from "@/features/wallet/designer/placeholders";
import { STARTERS } from "@/features/wallet/designer/starters";
import { STYLE_NAMES } from "@/features/wallet/designer/styles";
import { messageOf } from "@/shared/api/errors";
import { PageHeader } from "@/shared/components/page-header";
import { useOnce } from "@/shared/components/use-once";
import { paths } from "@/shared/config/paths";
import { useOrganization, useOrganizationData } from "@/shared/organization/organization";
import { ApplePass } from "@/shared/wallet/apple-pass";
import type { PassContent, PictureSlot } from "@/shared/wallet/pass-content";
import { PassPictureAddress } from "@/shared/wallet/pass-picture-address";

/** Creates a template from a starter for one of several trades. */
export function NewTemplate() {
  const organization = useOrganization().org_name || t`Organisation`;
  const zone = useOrganizationData().data?.time_zone ?? "UTC";
  const begin = useBeginTemplate();
  const once = useOnce();
  const navigate = useNavigate();
  return (
    <>
      <PageHeader
        title={t`New pass template`}
        subtitle={t`Choose a starting point. You can change everything later.`}
      />
      {begin.isError ? (
        <Alert severity="error" sx={{ mb: 2 }}>
          {messageOf(begin.error)}
        </Alert>
      ) : null}
      <Box
        component="ul"
        sx={{
          display: "grid",
          gap: 2,
          m: 0,
          p: 0,
          listStyle: "none",
          gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 17rem), 1fr))",
        }}
      >
        {STARTERS.map((starter) => {
          const content = { ...starter.content(organization), pictures: drawn(starter.pictures) };
          const isBegun = begin.isPending && begin.variables.starter === starter;
          return (
            <Card key={starter.id} component="li" sx={{ position: "relative" }}>
              {isBegun ? (
                <LinearProgress
                  aria-label={t`Creating: ${t(starter.name)}`}
                  sx={{ position: "absolute", top: 0, left: 0, right: 0, zIndex: 1 }}
                />
              ) : null}
              <CardActionArea
                disabled={begin.isPending}
                onClick={() =>
                  once(async () => {
                    const made = await begin.mutateAsync({ starter, organization });
                    await navigate(paths.passTemplate(made.template_id));
                  })
                }
                sx={{
                  height: "100%",
                  display: "flex",
                  flexDirection: "column",
                  alignItems: "stretch",
                  justifyContent: "flex-start",
                }}
              >
                <Box
                  aria-hidden
                  inert
                  sx={{ bgcolor: "action.hover", height: 210, overflow: "hidden", px: 3, pt: 2.5 }}
                >
                  <PassPictureAddress value={(slot) => starter.pictures[slot as PictureSlot] ?? ""}>
                    <ApplePass
                      content={resolved(content, sampleValues(content, {}))}
                      language={content.language}
                      timeZone={zone}
                    />
                  </PassPictureAddress>
                </Box>
                <Box sx={{ p: 2 }}>
                  <Typography variant="h6" component="h2">
                    {t(starter.name)}
                  </Typography>
                  <Typography variant="body2" color="textSecondary">
                    {t(starter.text)}
                  </Typography>
                  <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
                    <Trans>Style: {t(STYLE_NAMES[content.style])}</Trans>
                  </Typography>
                </Box>
              </CardActionArea>
            </Card>
          );
        })}
      </Box>
    </>
  );
}

/** Returns the drawings by slot before they are in the media library. Each is identified by its slot. */
function drawn(pictures: Readonly<Partial<Record<PictureSlot, string>>>): PassContent["pictures"] {
  return Object.fromEntries(Object.keys(pictures).map((slot) => [slot, { media_id: slot }]));
}
