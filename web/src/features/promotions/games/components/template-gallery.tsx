import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import CardActionArea from "@mui/material/CardActionArea";
import Typography from "@mui/material/Typography";
import { KINDS } from "@/features/promotions/games/game-texts";
import { type GameTemplate, TEMPLATES } from "@/features/promotions/games/templates";

/** Six occasions as templates. */
export function TemplateGallery({ isBusy, onChoose }: { isBusy: boolean; onChoose: (template: GameTemplate) => void }) {
  return (
    <Box
      component="ul"
      aria-label={t`Templates`}
      sx={{
        display: "grid",
        gap: 2,
        m: 0,
        p: 0,
        listStyle: "none",
        gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 17rem), 1fr))",
      }}
    >
      {TEMPLATES.map((template) => (
        <Card key={template.id} component="li">
          <CardActionArea
            disabled={isBusy}
            onClick={() => onChoose(template)}
            sx={{
              height: "100%",
              display: "flex",
              flexDirection: "column",
              alignItems: "stretch",
              justifyContent: "flex-start",
            }}
          >
            <Box
              component="img"
              src={template.poster}
              alt=""
              width={640}
              height={288}
              loading="lazy"
              sx={{ width: "100%", height: "auto", aspectRatio: "20 / 9", objectFit: "cover" }}
            />
            <Box sx={{ p: 2 }}>
              <Typography variant="h6" component="h3">
                {t(template.name)}
              </Typography>
              <Typography variant="body2" color="textSecondary">
                {t(template.text)}
              </Typography>
              <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 0.75 }}>
                {t(KINDS[template.kind].name)}
              </Typography>
            </Box>
          </CardActionArea>
        </Card>
      ))}
    </Box>
  );
}
