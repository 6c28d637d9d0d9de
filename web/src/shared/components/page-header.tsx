import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { useTitle } from "@/shared/components/use-title";

interface PageHeaderProps {
  title: string;
  subtitle?: ReactNode;
  actions?: ReactNode;
}

/** The head of a screen; its title is the document's too. */
export function PageHeader({ title, subtitle, actions }: PageHeaderProps) {
  useTitle(title);
  return (
    <Stack
      component="header"
      direction={{ xs: "column", sm: "row" }}
      spacing={2}
      sx={{ mb: 3, alignItems: { sm: "flex-start" }, justifyContent: "space-between" }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="h3" component="h1" sx={{ overflowWrap: "anywhere" }}>
          {title}
        </Typography>
        {subtitle ? (
          <Typography component="div" color="textSecondary" sx={{ mt: 0.75, overflowWrap: "anywhere" }}>
            {subtitle}
          </Typography>
        ) : null}
      </Box>
      {actions ? (
        <Stack direction="row" spacing={1} useFlexGap sx={{ flexShrink: 0, flexWrap: "wrap", "& > .MuiButton-contained": { order: { xs: -1, sm: 0 } } }}>
          {actions}
        </Stack>
      ) : null}
    </Stack>
  );
}
