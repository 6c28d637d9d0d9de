import BallotOutlinedIcon from "@mui/icons-material/BallotOutlined";
import DescriptionOutlinedIcon from "@mui/icons-material/DescriptionOutlined";
import LinkIcon from "@mui/icons-material/Link";
import LockOutlinedIcon from "@mui/icons-material/LockOutlined";
import PhotoLibraryOutlinedIcon from "@mui/icons-material/PhotoLibraryOutlined";
import StickyNote2OutlinedIcon from "@mui/icons-material/StickyNote2Outlined";
import Chip from "@mui/material/Chip";
import type { ReactElement } from "react";
import type { Code } from "@/features/codes/types";

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
  return <Chip size="small" variant="outlined" icon={KIND_ICONS[kind] ?? <DescriptionOutlinedIcon />} label={KIND_NAMES[kind]} />;
}

/** Whether the code works now. */
export function StateChip({ state, deleted }: { state: Code["state"]; deleted: boolean }) {
  if (deleted) {
    return <Chip size="small" color="error" variant="outlined" label="Deleted" />;
  }
  return state === "active" ? (
    <Chip size="small" color="success" variant="outlined" label="Active" />
  ) : (
    <Chip size="small" color="warning" variant="outlined" label="Paused" />
  );
}

/** Where a code leads, in one line. */
export function leadsTo(code: Code): string {
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
