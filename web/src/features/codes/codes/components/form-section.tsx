import ExpandMoreIcon from "@mui/icons-material/ExpandMore";
import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import Collapse from "@mui/material/Collapse";
import Typography from "@mui/material/Typography";
import { type ReactNode, useId, useState } from "react";

interface FormSectionProps {
  title: string;
  /** Its current content or its purpose, in one line. */
  summary: string;
  /** Whether it contains an error. If so, it opens. */
  hasProblem?: boolean;
  startsOpen?: boolean;
  children: ReactNode;
}

/** A part of a form that most users leave unchanged: one line until it is opened. */
export function FormSection({ title, summary, hasProblem = false, startsOpen = false, children }: FormSectionProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(startsOpen || hasProblem);
  const [hadProblem, setHadProblem] = useState(hasProblem);
  if (hadProblem !== hasProblem) {
    setHadProblem(hasProblem);
    if (hasProblem) {
      setOpen(true);
    }
  }
  return (
    <Box sx={{ border: 1, borderColor: hasProblem ? "error.main" : "divider", borderRadius: 2 }}>
      <ButtonBase
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        sx={{
          width: "100%",
          px: 2,
          py: 1.25,
          gap: 1,
          borderRadius: 2,
          textAlign: "left",
          justifyContent: "space-between",
          "&:focus-visible": { outline: 2, outlineColor: "primary.main", outlineOffset: -2 },
        }}
      >
        <Box sx={{ minWidth: 0 }}>
          <Typography variant="subtitle2" component="span" sx={{ display: "block" }}>
            {title}
          </Typography>
          <Typography variant="body2" color="textSecondary" component="span" sx={{ display: "block" }}>
            {summary}
          </Typography>
        </Box>
        <ExpandMoreIcon sx={{ color: "text.secondary", transform: isOpen ? "rotate(180deg)" : "none" }} />
      </ButtonBase>
      <Collapse in={isOpen} id={id} mountOnEnter>
        <Box sx={{ px: 2, pb: 2, pt: 0.5 }}>{children}</Box>
      </Collapse>
    </Box>
  );
}
