import DarkModeOutlinedIcon from "@mui/icons-material/DarkModeOutlined";
import LightModeOutlinedIcon from "@mui/icons-material/LightModeOutlined";
import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import { useThemeStore } from "@/shared/theme/theme-store";

/** Light or dark. */
export function ThemeToggle() {
  const { theme, toggleTheme } = useThemeStore();
  const label = theme === "light" ? "Switch to the dark theme" : "Switch to the light theme";
  return (
    <Tooltip title={label}>
      <IconButton onClick={toggleTheme} aria-label={label} color="inherit">
        {theme === "light" ? <DarkModeOutlinedIcon /> : <LightModeOutlinedIcon />}
      </IconButton>
    </Tooltip>
  );
}
