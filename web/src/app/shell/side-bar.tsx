import Box from "@mui/material/Box";
import { memo } from "react";
import { NAVIGATION } from "@/app/shell/navigation";
import { PlainIcon } from "@/shared/components/plain-icon";
import { Wordmark } from "@/shared/components/wordmark";
import { paths } from "@/shared/config/paths";
import { useFollow } from "@/shared/url/use-follow";

const SIDEBAR = 248;

/** Where one can go, on wide screens. Plain links under one style: it is the first thing that a slow device draws. */
export const SideBar = memo(function SideBar({ current }: { current: string | false }) {
  return (
    <Box component="nav" aria-label="Main" onClick={useFollow()} sx={BAR}>
      <a href={paths.home} aria-label="Waypost, start page" className="home">
        <Wordmark />
      </a>
      <ul>
        {NAVIGATION.map(({ path, label, icon }) => (
          <li key={path}>
            <a href={path} className="entry" aria-current={current === path ? "page" : undefined}>
              <PlainIcon path={icon} size={20} />
              {label}
            </a>
          </li>
        ))}
      </ul>
    </Box>
  );
});

const BAR = {
  display: { xs: "none", md: "flex" },
  flexDirection: "column",
  width: SIDEBAR,
  flexShrink: 0,
  position: "sticky",
  top: 0,
  height: "100svh",
  overflowY: "auto",
  bgcolor: "background.paper",
  borderRight: 1,
  borderColor: "divider",
  p: 2,
  "& a": { color: "inherit", textDecoration: "none" },
  "& .home": { p: 1, mb: 2 },
  "& ul": { listStyle: "none", m: 0, p: 0 },
  "& li": { mb: 0.5 },
  "& .entry": { display: "flex", alignItems: "center", gap: "18px", minHeight: 46, px: 2, borderRadius: 2, typography: "subtitle2" },
  "& .entry:hover": { bgcolor: "action.hover" },
  "& .entry[aria-current]": {
    color: "primary.main",
    bgcolor: "rgba(var(--mui-palette-primary-mainChannel) / var(--mui-palette-action-selectedOpacity))",
  },
  "& .entry:focus-visible": { bgcolor: "action.focus", outline: "2px solid var(--mui-palette-primary-main)", outlineOffset: -2 },
} as const;
