import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { type ReactNode, useId } from "react";

interface SectionProps {
  title: string;
  text: string;
  action?: ReactNode;
  children?: ReactNode;
}

/** A section of the settings. */
export function Section({ title, text, action, children }: SectionProps) {
  const id = useId();
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: { xs: 2, sm: 3 } }}>
      <Stack
        direction="row"
        sx={{ flexWrap: "wrap", columnGap: 2, rowGap: 1.5, mb: children ? 2.5 : 0, alignItems: "flex-start" }}
      >
        <Box sx={{ flex: "1 1 14rem", minWidth: 0 }}>
          <Typography id={id} variant="h5" component="h2">
            {title}
          </Typography>
          <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
            {text}
          </Typography>
        </Box>
        {action}
      </Stack>
      {children}
    </Card>
  );
}
