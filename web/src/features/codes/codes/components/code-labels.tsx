import BallotOutlinedIcon from "@mui/icons-material/BallotOutlined";
import DescriptionOutlinedIcon from "@mui/icons-material/DescriptionOutlined";
import LinkIcon from "@mui/icons-material/Link";
import LockOutlinedIcon from "@mui/icons-material/LockOutlined";
import PhotoLibraryOutlinedIcon from "@mui/icons-material/PhotoLibraryOutlined";
import StickyNote2OutlinedIcon from "@mui/icons-material/StickyNote2Outlined";
import Chip from "@mui/material/Chip";
import type { ReactElement } from "react";
import type { Code } from "@/features/codes/codes/types";

export const KIND_NAMES: Record<Code["type"], string> = {
  page: "Page",
  redirect: "Redirect",
  pass: "Pass",
  wall: "Wall",
  note: "Note",
  game: "Game",
  promo: "Promo",
  form: "Form",
};

const LEADS_TO: Record<Code["type"], string> = {
  ...KIND_NAMES,
  page: "Landing page",
  redirect: "",
  wall: "Wall of pictures",
  note: "Newest note",
  promo: "Page behind a promo code",
  form: "Form",
};

/** Whether codes of this kind show pages that are designed in the app. */
export function hasPages({ type }: Pick<Code, "type">): boolean {
  return type === "page" || type === "form" || type === "promo";
}

const KIND_ICONS: Partial<Record<Code["type"], ReactElement>> = {
  redirect: <LinkIcon />,
  form: <BallotOutlinedIcon />,
  wall: <PhotoLibraryOutlinedIcon />,
  note: <StickyNote2OutlinedIcon />,
  promo: <LockOutlinedIcon />,
};

/** What opening the code leads to. */
export function KindChip({ kind }: { kind: Code["type"] }) {
  return (
    <Chip
      size="small"
      variant="outlined"
      icon={KIND_ICONS[kind] ?? <DescriptionOutlinedIcon />}
      label={KIND_NAMES[kind]}
    />
  );
}

type Timed = Pick<Code, "state" | "deleted_at" | "active_from" | "active_until">;

const STATES = {
  deleted: { color: "error", label: "Deleted" },
  paused: { color: "warning", label: "Paused" },
  planned: { color: "info", label: "Scheduled" },
  ended: { color: "default", label: "Ended" },
  active: { color: "success", label: "Active" },
} as const;

/** What somebody who scans the code now would find: its state, and whether its time has come or gone. */
export function stateOf(code: Timed, now = Date.now()): keyof typeof STATES {
  if (code.deleted_at !== null) {
    return "deleted";
  }
  if (code.state !== "active") {
    return "paused";
  }
  if (code.active_until !== null && Date.parse(code.active_until) <= now) {
    return "ended";
  }
  return code.active_from !== null && Date.parse(code.active_from) > now ? "planned" : "active";
}

/** Whether the code works now. */
export function StateChip({ code }: { code: Timed }) {
  return <Chip size="small" variant="outlined" {...STATES[stateOf(code)]} />;
}

/** Where a code leads, in one line. */
export function destinationOf(code: Code): string {
  if (code.type === "redirect") {
    return (code.destination ?? "").replace(/^https?:\/\//, "");
  }
  if (code.content.title) {
    return code.content.title;
  }
  if (code.destination?.includes("/poll/")) {
    return "Poll";
  }
  return LEADS_TO[code.type];
}
