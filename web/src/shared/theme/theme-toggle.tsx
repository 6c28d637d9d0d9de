import DarkModeOutlinedIcon from "@mui/icons-material/DarkModeOutlined";
import LightModeOutlinedIcon from "@mui/icons-material/LightModeOutlined";
import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import { useThemeStore } from "@/shared/theme/theme-store";

const LABEL = "Switch between light and dark";
const IN_DARK = "[data-theme='dark'] &";

/** Light or dark. Which icon shows is the style's business: pages drawn at build time know no theme. */
export function ThemeToggle() {
  const toggleTheme = useThemeStore((state) => state.toggleTheme);
  return (
    <Tooltip title={LABEL}>
      <IconButton onClick={toggleTheme} aria-label={LABEL} color="inherit">
        <DarkModeOutlinedIcon sx={{ [IN_DARK]: { display: "none" } }} />
        <LightModeOutlinedIcon sx={{ display: "none", [IN_DARK]: { display: "block" } }} />
      </IconButton>
    </Tooltip>
  );
}
