import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Accordion from "@mui/material/Accordion";
import AccordionDetails from "@mui/material/AccordionDetails";
import AccordionSummary from "@mui/material/AccordionSummary";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import Typography from "@mui/material/Typography";
import ExpandMoreIcon from "@mui/icons-material/ExpandMore";
import { useQuery } from "@tanstack/react-query";
import { keysQuery } from "@/features/messaging/campaigns/api/campaigns";
import { useToasts } from "@/shared/components/toasts";

const WITH_DEFAULT = "{{customer.first_name|there}}";

/** Placeholders that can be copied into texts. */
export function PlaceholderList() {
  const keys = useQuery(keysQuery).data?.keys ?? [];
  const toasts = useToasts();
  const copy = (placeholder: string) => {
    void navigator.clipboard.writeText(placeholder).then(() => toasts.success(t`Copied ${placeholder}`));
  };
  return (
    <Accordion variant="outlined" disableGutters>
      <AccordionSummary expandIcon={<ExpandMoreIcon />}>
        <Typography variant="body2">
          <Trans>Placeholders</Trans>
        </Typography>
      </AccordionSummary>
      <AccordionDetails>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
          <Trans>
            Placeholders are replaced with each person’s data. The text after the bar is used when there is none:{" "}
            <code>{WITH_DEFAULT}</code>
          </Trans>
        </Typography>
        <Box sx={{ display: "flex", flexWrap: "wrap", gap: 0.75 }}>
          {keys.map((one) => (
            <Chip
              key={one.key}
              size="small"
              variant="outlined"
              label={one.placeholder}
              title={one.label}
              onClick={() => copy(one.placeholder)}
            />
          ))}
        </Box>
      </AccordionDetails>
    </Accordion>
  );
}
