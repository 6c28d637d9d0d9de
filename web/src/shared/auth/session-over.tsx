import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { createPortal } from "react-dom";
import { LOGIN_REQUIRED } from "@/shared/auth/auth-problems";
import { useSession } from "@/shared/auth/session";
import { usePlaceAbove } from "@/shared/components/use-place-above";
import { paths } from "@/shared/config/paths";

/** Says over a screen that the session has ended. What is written on it stays, and can go on once there is one again. */
export function SessionOver() {
  const { problem, login, resume } = useSession();
  const place = usePlaceAbove();
  if (problem === null) {
    return null;
  }
  const isOver = problem.kind === LOGIN_REQUIRED.kind;
  return createPortal(
    <Box
      role="alert"
      sx={{
        position: "fixed",
        top: 0,
        left: 0,
        right: 0,
        zIndex: "tooltip",
        p: 2,
        pt: "calc(16px + env(safe-area-inset-top))",
        bgcolor: "background.paper",
        borderBottom: 2,
        borderColor: "warning.main",
        boxShadow: 8,
      }}
    >
      <Box sx={{ maxWidth: 860, mx: "auto" }}>
        <Typography variant="subtitle1" component="p">
          {problem.title}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {isOver
            ? "Your session is over. What is on this screen stays: log in in a new tab, and go on here."
            : problem.message}
        </Typography>
        <Stack direction="row" useFlexGap sx={{ flexWrap: "wrap", gap: 1, mt: 1.5 }}>
          {isOver ? (
            <Button variant="contained" href={paths.login} target="_blank" rel="noopener">
              Log in in a new tab
            </Button>
          ) : (
            <Button variant="contained" onClick={resume}>
              Try again
            </Button>
          )}
          <Button color="inherit" onClick={() => login()}>
            Log in here
          </Button>
        </Stack>
      </Box>
    </Box>,
    place,
  );
}
