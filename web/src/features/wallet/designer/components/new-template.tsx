import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import CardActionArea from "@mui/material/CardActionArea";
import Typography from "@mui/material/Typography";
import { useNavigate } from "react-router";
import { useSaveTemplate } from "@/features/wallet/designer/api/templates";
import { resolved, sampleValues } from "@/features/wallet/designer/placeholders";
import { STARTERS, type Starter } from "@/features/wallet/designer/starters";
import { STYLE_NAMES } from "@/features/wallet/designer/styles";
import { messageOf } from "@/shared/api/errors";
import { PageHeader } from "@/shared/components/page-header";
import { paths } from "@/shared/config/paths";
import { useOrganization, useOrganizationData } from "@/shared/organization/organization";
import { ApplePass } from "@/shared/wallet/apple-pass";

/** Begins a template from one of the trades. */
export function NewTemplate() {
  const organization = useOrganization().org_name || t`Organisation`;
  const zone = useOrganizationData().data?.time_zone ?? "UTC";
  const save = useSaveTemplate();
  const navigate = useNavigate();
  const begin = (starter: Starter, tries = 1) => {
    const name = tries === 1 ? t(starter.name) : `${t(starter.name)} ${tries}`;
    save.mutate(
      { template_id: null, name, content: starter.content(organization), revision: null },
      {
        onSuccess: (made) => void navigate(paths.passTemplate(made.template_id)),
        onError: (error) => {
          if ("fields" in error && "name" in (error.fields as object) && tries < 20) {
            begin(starter, tries + 1);
          }
        },
      },
    );
  };
  return (
    <>
      <PageHeader
        title={t`New pass template`}
        subtitle={t`Choose a starting point. You can change everything later.`}
      />
      {save.isError ? (
        <Alert severity="error" sx={{ mb: 2 }}>
          {messageOf(save.error)}
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
          const content = starter.content(organization);
          return (
            <Card key={starter.id} component="li">
              <CardActionArea
                disabled={save.isPending}
                onClick={() => begin(starter)}
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
                  <ApplePass
                    content={resolved(content, sampleValues(content, {}))}
                    language={content.language}
                    timeZone={zone}
                  />
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
