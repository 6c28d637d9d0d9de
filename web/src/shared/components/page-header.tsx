import Box from "@mui/material/Box";
import type { ReactNode } from "react";
import { useHeadingFocus } from "@/shared/components/use-heading-focus";
import { useTitle } from "@/shared/components/use-title";

interface PageHeaderProps {
  title: string;
  subtitle?: ReactNode;
  actions?: ReactNode;
}

/**
 * The header of a screen; its title is also that of the document. It has a single style, since every screen begins with
 * it.
 */
export function PageHeader({ title, subtitle, actions }: PageHeaderProps) {
  useTitle(title);
  const heading = useHeadingFocus();
  return (
    <Box component="header" sx={HEADER}>
      <div className="head-of-page">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {subtitle ? <div className="subtitle">{subtitle}</div> : null}
      </div>
      {actions ? <div className="actions">{actions}</div> : null}
    </Box>
  );
}

const HEADER = {
  display: "flex",
  flexDirection: { xs: "column", sm: "row" },
  flexWrap: { sm: "wrap" },
  gap: 2,
  mb: 3,
  alignItems: { sm: "flex-start" },
  justifyContent: "space-between",
  "& > .head-of-page": { flex: { sm: "1 1 16rem" }, minWidth: 0 },
  "& > .head-of-page > h1": { typography: "h3", m: 0, overflowWrap: "anywhere" },
  "& > .head-of-page > .subtitle": { typography: "body1", color: "text.secondary", mt: 0.75, overflowWrap: "anywhere" },
  "& > .actions": { display: "flex", flexWrap: "wrap", gap: 1, minWidth: 0 },
  "& > .actions > .MuiButton-contained": { order: { xs: -1, sm: 0 } },
} as const;
