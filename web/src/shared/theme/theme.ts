import { type Components, createTheme, type PaletteOptions, type Theme, type ThemeOptions } from "@mui/material/styles";
import { FORCED_COLORS } from "@/shared/theme/forced-colors";
import { SHORT, VERY_SHORT } from "@/shared/theme/short";
import { FINGER, TOUCH } from "@/shared/theme/touch";

const SANS = '"Inter Variable", "Inter Fallback", system-ui, -apple-system, "Segoe UI", sans-serif';
const SERIF = '"Source Serif 4 Variable", "Source Serif Fallback", Georgia, "Times New Roman", serif';

const GREY = {
  50: "#f7f8fa",
  100: "#eef0f4",
  200: "#e1e4ea",
  300: "#cbd0d9",
  400: "#9ba3b1",
  500: "#6f7888",
  600: "#545d6c",
  700: "#3d4552",
  800: "#262c36",
  900: "#171b22",
};

const LIGHT: PaletteOptions = {
  primary: { main: "#1f4fa3", light: "#4a78c9", dark: "#163a7a", contrastText: "#ffffff" },
  secondary: { main: "#6d3fa6", light: "#9067c6", dark: "#4f2c7c", contrastText: "#ffffff" },
  info: { main: "#0b7a80", light: "#3aa3a8", dark: "#07595d", contrastText: "#ffffff" },
  success: { main: "#1f6f44", contrastText: "#ffffff" },
  warning: { main: "#a15c07", contrastText: "#ffffff" },
  error: { main: "#b3261e", contrastText: "#ffffff" },
  grey: GREY,
  background: { default: GREY[50], paper: "#ffffff" },
  text: { primary: GREY[900], secondary: "#535c6b" },
  divider: GREY[200],
};

const DARK: PaletteOptions = {
  primary: { main: "#8fb4ff", light: "#b5ceff", dark: "#5f8fe8", contrastText: "#0b1a38" },
  secondary: { main: "#c8a8f2", light: "#dfcbf9", dark: "#a27fd6", contrastText: "#24103f" },
  info: { main: "#66cdd1", light: "#97e0e3", dark: "#36a3a8", contrastText: "#032628" },
  success: { main: "#6fcf97", contrastText: "#062313" },
  warning: { main: "#f0b45c", contrastText: "#2c1900" },
  error: { main: "#ff8a80", contrastText: "#3b0703" },
  grey: GREY,
  background: { default: "#0f1217", paper: "#171b22" },
  text: { primary: "#e9ecf2", secondary: "#a5aebd" },
  divider: "#2b323d",
};

const heading = { fontFamily: SERIF, fontWeight: 600, letterSpacing: "-0.01em" };
const medium = { fontFamily: SANS, fontWeight: 500 };

const pressable = { [TOUCH]: { minHeight: FINGER, minWidth: FINGER } };
/** Extends the touch area around controls that are drawn smaller. */
const pressedBeside = (room: number) => ({
  "&.MuiChip-clickable": {
    [TOUCH]: {
      position: "relative",
      overflow: "visible",
      "&::after": { content: '""', position: "absolute", inset: `${-room}px 0` },
    },
  },
});
/** Visible on every color, also for people with forced colors, unlike a shade of grey. */
const focusRing = (offset: number) => ({
  "&.Mui-focusVisible": { outline: "2px solid var(--mui-palette-primary-main)", outlineOffset: offset },
});
const tall = { [TOUCH]: { minHeight: FINGER } };

/** The MUI theme: primary blue, secondary purple, info teal, neutral grey; serif headings over sans text. */
const STYLES: ThemeOptions = {
  cssVariables: { colorSchemeSelector: "data-theme" },
  colorSchemes: { light: { palette: LIGHT }, dark: { palette: DARK } },
  shape: { borderRadius: 6 },
  typography: {
    fontFamily: SANS,
    h1: { ...heading, fontSize: "clamp(2.2rem, 1.4rem + 3.6vw, 3.8rem)", lineHeight: 1.08 },
    h2: { ...heading, fontSize: "clamp(1.7rem, 1.2rem + 2vw, 2.5rem)", lineHeight: 1.15 },
    h3: { ...heading, fontSize: "clamp(1.5rem, 1.3rem + 0.8vw, 1.9rem)", lineHeight: 1.2 },
    h4: { ...heading, fontSize: "1.45rem", lineHeight: 1.25 },
    h5: { ...heading, fontSize: "1.2rem", lineHeight: 1.3 },
    h6: { ...heading, fontSize: "1.06rem", lineHeight: 1.35 },
    subtitle1: medium,
    subtitle2: medium,
    button: { ...medium, textTransform: "none" },
  },
  components: {
    MuiCssBaseline: {
      styleOverrides: {
        body: {
          fontFeatureSettings: '"cv11", "ss03"',
          // Avoids the notch of a phone in landscape orientation.
          paddingInline: "env(safe-area-inset-left) env(safe-area-inset-right)",
        },
        // Keyboards and screen readers start at the heading of a new screen, which is not interactive.
        "h1[tabindex='-1']": { outline: "none" },
        ...FORCED_COLORS,
        "@media (prefers-reduced-motion: reduce)": {
          "*, *::before, *::after": {
            // Takes precedence over the transitions that MUI writes to the element itself.
            animationDuration: "0.01ms !important",
            // An endless animation would be repainted in each frame.
            animationIterationCount: "1 !important",
            // Not a hundredth of a millisecond: every style change of any element would start a transition, since all
            // properties are transitioned by default, and each one takes two frames.
            transitionDuration: "0s !important",
            transitionDelay: "0s !important",
          },
        },
      },
    },
    // Error texts are phrased as the end of a sentence that begins with the field's name.
    MuiFormHelperText: { styleOverrides: { root: { "&.Mui-error::first-letter": { textTransform: "uppercase" } } } },
    MuiButtonBase: { styleOverrides: { root: focusRing(2) } },
    MuiMenuItem: { styleOverrides: { root: focusRing(-2) } },
    MuiTab: { styleOverrides: { root: focusRing(-2) } },
    MuiCardActionArea: { styleOverrides: { root: focusRing(-2) } },
    MuiButton: {
      defaultProps: { disableElevation: true },
      styleOverrides: { root: { borderRadius: 9, minHeight: 40, ...tall }, sizeSmall: { minHeight: 34, ...tall } },
    },
    MuiIconButton: { styleOverrides: { root: pressable } },
    MuiToggleButton: { styleOverrides: { root: pressable } },
    MuiCheckbox: { styleOverrides: { root: pressable } },
    MuiRadio: { styleOverrides: { root: pressable } },
    MuiOutlinedInput: { styleOverrides: { root: tall } },
    MuiFormControlLabel: { styleOverrides: { root: tall } },
    MuiAccordionSummary: { styleOverrides: { root: { ...tall, ...focusRing(-2) } } },
    MuiAutocomplete: {
      styleOverrides: {
        // The whole field opens the list, and these buttons are inside the field.
        popupIndicator: { [TOUCH]: { minHeight: 0, minWidth: 0 } },
        clearIndicator: { [TOUCH]: { minHeight: 0, minWidth: 0 } },
      },
    },
    MuiCard: {
      defaultProps: { variant: "outlined" },
      styleOverrides: { root: { borderRadius: 14 } },
    },
    MuiPaper: { styleOverrides: { root: { backgroundImage: "none" } } },
    MuiTypography: { defaultProps: { variantMapping: { subtitle1: "p", subtitle2: "p" } } },
    MuiTextField: { defaultProps: { size: "small", fullWidth: true } },
    MuiTooltip: {
      defaultProps: { arrow: true, enterTouchDelay: 0 },
      styleOverrides: { tooltip: { fontSize: "0.8rem", lineHeight: 1.45, padding: "8px 12px" } },
    },
    MuiDialog: {
      styleOverrides: {
        paper: {
          borderRadius: 16,
          [SHORT]: {
            "&:not(.MuiDialog-paperFullScreen)": {
              margin: 8,
              width: "calc(100% - 16px)",
              maxHeight: "calc(100% - 16px)",
            },
          },
          // With a sticky header and sticky buttons, only two lines would remain.
          [VERY_SHORT]: { overflowY: "auto", "& .MuiDialogContent-root": { flex: "none", overflowY: "visible" } },
        },
      },
    },
    MuiChip: {
      styleOverrides: { root: { fontWeight: 500, ...pressedBeside(6) }, sizeSmall: pressedBeside(10) },
    },
    MuiListItemButton: { styleOverrides: { root: { ...tall, ...focusRing(-2) } } },
    // Seven of them fit side by side on a phone.
    MuiPaginationItem: {
      styleOverrides: { root: { [TOUCH]: { height: FINGER, minWidth: 36, borderRadius: FINGER / 2 } } },
    },
  },
};

/** The theme with the texts of MUI's components in the language of the app. */
export function appTheme(texts: Components): Theme {
  return createTheme(STYLES, { components: texts });
}
