import BallotOutlinedIcon from "@mui/icons-material/BallotOutlined";
import DescriptionOutlinedIcon from "@mui/icons-material/DescriptionOutlined";
import HowToVoteOutlinedIcon from "@mui/icons-material/HowToVoteOutlined";
import LinkIcon from "@mui/icons-material/Link";
import LockOutlinedIcon from "@mui/icons-material/LockOutlined";
import PhotoLibraryOutlinedIcon from "@mui/icons-material/PhotoLibraryOutlined";
import PrintOutlinedIcon from "@mui/icons-material/PrintOutlined";
import StickyNote2OutlinedIcon from "@mui/icons-material/StickyNote2Outlined";
import ListItemIcon from "@mui/material/ListItemIcon";
import ListItemText from "@mui/material/ListItemText";
import ListSubheader from "@mui/material/ListSubheader";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import type { ReactNode } from "react";
import type { CodeForm } from "@/features/codes/codes/code-form";
import type { StaticKind } from "@/features/codes/codes/types";

type Kind = CodeForm["type"];

const KINDS: readonly { value: Kind; icon: ReactNode; title: string; text: string }[] = [
  { value: "redirect", icon: <LinkIcon />, title: "Redirect", text: "Sends people to a URL" },
  { value: "page", icon: <DescriptionOutlinedIcon />, title: "Page", text: "Shows a title, a text and a button" },
  { value: "form", icon: <BallotOutlinedIcon />, title: "Form", text: "Collects answers; you design it next" },
  { value: "poll", icon: <HowToVoteOutlinedIcon />, title: "Poll", text: "Asks one question; you write it next" },
  { value: "wall", icon: <PhotoLibraryOutlinedIcon />, title: "Wall", text: "Collects photos that you approve" },
  { value: "note", icon: <StickyNote2OutlinedIcon />, title: "Note", text: "Shows a text with images and files" },
  { value: "promo", icon: <LockOutlinedIcon />, title: "Promo", text: "Opens for people with a promo code" },
];

const STATIC = "static:";

interface KindSelectProps {
  /** A kind of code, or the name of a static kind. */
  value: Kind | { staticKind: string };
  statics: readonly StaticKind[];
  onKind: (kind: Kind) => void;
  onStatic: (kind: string) => void;
}

/** What a new code does: kinds whose destination can change, and static ones that say it themselves. */
export function KindSelect({ value, statics, onKind, onStatic }: KindSelectProps) {
  const names = new Map([
    ...KINDS.map((kind) => [kind.value as string, kind.title] as const),
    ...statics.map((one) => [STATIC + one.kind, one.label] as const),
  ]);
  return (
    <TextField
      select
      label="Type"
      value={typeof value === "string" ? value : STATIC + value.staticKind}
      onChange={({ target }) =>
        target.value.startsWith(STATIC) ? onStatic(target.value.slice(STATIC.length)) : onKind(target.value as Kind)
      }
      slotProps={{
        select: {
          renderValue: (chosen) => names.get(chosen as string),
          MenuProps: { slotProps: { paper: { sx: { maxHeight: 480 } } } },
        },
      }}
    >
      <ListSubheader>You can change these after printing</ListSubheader>
      {KINDS.map(({ value: kind, icon, title, text }) => (
        <MenuItem key={kind} value={kind} dense>
          <ListItemIcon>{icon}</ListItemIcon>
          <ListItemText primary={title} secondary={text} />
        </MenuItem>
      ))}
      {statics.length === 0 ? null : <ListSubheader>Static: fixed once printed, scans not counted</ListSubheader>}
      {statics.map(({ kind, label, description }) => (
        <MenuItem key={kind} value={STATIC + kind} dense>
          <ListItemIcon>
            <PrintOutlinedIcon />
          </ListItemIcon>
          <ListItemText primary={label} secondary={description} />
        </MenuItem>
      ))}
    </TextField>
  );
}
