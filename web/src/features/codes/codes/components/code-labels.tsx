import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import BallotOutlinedIcon from "@mui/icons-material/BallotOutlined";
import CasinoOutlinedIcon from "@mui/icons-material/CasinoOutlined";
import DescriptionOutlinedIcon from "@mui/icons-material/DescriptionOutlined";
import LinkIcon from "@mui/icons-material/Link";
import LockOutlinedIcon from "@mui/icons-material/LockOutlined";
import PhotoLibraryOutlinedIcon from "@mui/icons-material/PhotoLibraryOutlined";
import StickyNote2OutlinedIcon from "@mui/icons-material/StickyNote2Outlined";
import Chip from "@mui/material/Chip";
import type { ReactElement } from "react";
import type { Code } from "@/features/codes/codes/types";

export const KIND_NAMES: Record<Code["type"], MessageDescriptor> = {
  page: msg`Page`,
  redirect: msg`Redirect`,
  pass: msg`Pass`,
  wall: msg`Wall`,
  note: msg`Note`,
  game: msg`Game`,
  promo: msg`Promo`,
  form: msg`Form`,
};

const LEADS_TO: Record<Exclude<Code["type"], "redirect">, MessageDescriptor> = {
  ...KIND_NAMES,
  page: msg`Landing page`,
  wall: msg`Photo wall`,
  note: msg`Newest note`,
  promo: msg`Page behind a promo code`,
  form: msg`Form`,
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
  game: <CasinoOutlinedIcon />,
  promo: <LockOutlinedIcon />,
};

/** Returns the icon of a kind. */
export function kindIcon(kind: Code["type"]): ReactElement {
  return KIND_ICONS[kind] ?? <DescriptionOutlinedIcon />;
}

/** The kind of content that the code opens. */
export function KindChip({ kind }: { kind: Code["type"] }) {
  return <Chip size="small" variant="outlined" icon={kindIcon(kind)} label={t(KIND_NAMES[kind])} />;
}

type Timed = Pick<Code, "state" | "deleted_at" | "active_from" | "active_until">;

const STATES = {
  deleted: { color: "error", label: msg`Deleted` },
  paused: { color: "warning", label: msg`Paused` },
  planned: { color: "info", label: msg`Scheduled` },
  ended: { color: "default", label: msg`Ended` },
  active: { color: "success", label: msg`Active` },
} as const;

/** Returns the state that a visitor would find now: that of the code, or that its period has not begun or is over. */
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

/** Returns the current state of the code as a label with its colour. */
export function stateLabel(code: Timed): { color: (typeof STATES)[keyof typeof STATES]["color"]; label: string } {
  const { color, label } = STATES[stateOf(code)];
  return { color, label: t(label) };
}

/** Shows the current state of the code. */
export function StateChip({ code }: { code: Timed }) {
  return <Chip size="small" variant="outlined" {...stateLabel(code)} />;
}

/** Returns the destination of a code in one line. */
export function destinationOf(code: Code): string {
  if (code.type === "redirect") {
    return (code.destination ?? "").replace(/^https?:\/\//, "");
  }
  if (code.content.title) {
    return code.content.title;
  }
  if (code.destination?.includes("/poll/")) {
    return t`Poll`;
  }
  return t(LEADS_TO[code.type]);
}
