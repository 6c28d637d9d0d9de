import Box from "@mui/material/Box";
import ListItemIcon from "@mui/material/ListItemIcon";
import ListItemText from "@mui/material/ListItemText";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { memo, useState } from "react";
import { Link } from "react-router";
import { NAVIGATION } from "@/app/shell/navigation";
import { ICONS } from "@/app/shell/navigation-icons";
import { PlainIcon } from "@/shared/components/plain-icon";
import { useWasOpen } from "@/shared/components/use-was-open";
import { VERY_SHORT } from "@/shared/theme/short";
import { useLinkNavigation } from "@/shared/url/use-link-navigation";

const ASIDE = NAVIGATION.filter(({ isAside }) => isAside);

/** Where one can go, on phones: a few places, all others behind "More". */
export const BottomBar = memo(function BottomBar({ current }: { current: string | false }) {
  const [opened, setOpened] = useState<HTMLElement | null>(null);
  const wasOpen = useWasOpen(opened !== null);
  const follow = useLinkNavigation();
  return (
    <Box component="nav" aria-label="Main" sx={BAR}>
      <Box className="places" onClick={follow}>
        {NAVIGATION.filter(({ isAside }) => !isAside).map(({ path, shortLabel, icon }) => (
          <a
            key={path}
            href={path}
            className={current === path ? "place here" : "place"}
            aria-current={current === path ? "page" : undefined}
          >
            <PlainIcon path={icon} size={24} />
            {shortLabel}
          </a>
        ))}
        <button
          type="button"
          className={ASIDE.some(({ path }) => path === current) ? "place here" : "place"}
          aria-haspopup="menu"
          aria-expanded={opened !== null}
          onClick={(event) => setOpened(event.currentTarget)}
        >
          <PlainIcon path={ICONS.more} size={24} />
          More
        </button>
      </Box>
      {wasOpen ? (
        <Menu anchorEl={opened} open={opened !== null} onClose={() => setOpened(null)}>
          {ASIDE.map(({ path, label, icon }) => (
            <MenuItem key={path} component={Link} to={path} selected={path === current} onClick={() => setOpened(null)}>
              <ListItemIcon>
                <PlainIcon path={icon} size={20} />
              </ListItemIcon>
              <ListItemText primary={label} />
            </MenuItem>
          ))}
        </Menu>
      ) : null}
    </Box>
  );
});

const BAR = {
  display: { md: "none" },
  position: "fixed",
  [VERY_SHORT]: { position: "static" },
  bottom: 0,
  left: 0,
  right: 0,
  zIndex: "appBar",
  bgcolor: "background.paper",
  borderTop: 1,
  borderColor: "divider",
  pb: "env(safe-area-inset-bottom)",
  pl: "env(safe-area-inset-left)",
  pr: "env(safe-area-inset-right)",
  "& .places": { display: "flex", justifyContent: "center", height: 56 },
  "& .place": {
    flex: 1,
    minWidth: 0,
    maxWidth: 168,
    display: "flex",
    flexDirection: "column",
    alignItems: "center",
    justifyContent: "center",
    p: 0,
    border: 0,
    background: "none",
    color: "text.secondary",
    typography: "caption",
    textDecoration: "none",
    cursor: "pointer",
  },
  "& .here": { color: "primary.main", fontWeight: 600 },
  "& .place:focus-visible": { outline: "2px solid var(--mui-palette-primary-main)", outlineOffset: -2 },
} as const;
