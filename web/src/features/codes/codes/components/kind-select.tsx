import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import WalletIcon from "@mui/icons-material/AccountBalanceWalletOutlined";
import BallotOutlinedIcon from "@mui/icons-material/BallotOutlined";
import CasinoOutlinedIcon from "@mui/icons-material/CasinoOutlined";
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

const KINDS: readonly { value: Kind; icon: ReactNode; title: MessageDescriptor; text: MessageDescriptor }[] = [
  { value: "redirect", icon: <LinkIcon />, title: msg`Redirect`, text: msg`Sends people to a URL` },
  { value: "page", icon: <DescriptionOutlinedIcon />, title: msg`Page`, text: msg`Shows a title, text and a button` },
  { value: "form", icon: <BallotOutlinedIcon />, title: msg`Form`, text: msg`Collects answers; you design it next` },
  { value: "poll", icon: <HowToVoteOutlinedIcon />, title: msg`Poll`, text: msg`Asks one question; you write it next` },
  { value: "wall", icon: <PhotoLibraryOutlinedIcon />, title: msg`Wall`, text: msg`Collects photos that you approve` },
  { value: "note", icon: <StickyNote2OutlinedIcon />, title: msg`Note`, text: msg`Shows a text with images and files` },
  {
    value: "pass",
    icon: <WalletIcon />,
    title: msg`Pass`,
    text: msg`Gives people a wallet pass; you choose it next`,
  },
  {
    value: "game",
    icon: <CasinoOutlinedIcon />,
    title: msg`Game`,
    text: msg`Lets people play for prizes; you choose the game next`,
  },
  { value: "promo", icon: <LockOutlinedIcon />, title: msg`Promo`, text: msg`Opens for people with a promo code` },
];

const STATIC = "static:";

interface KindSelectProps {
  /** A kind of code, or the name of a static kind. */
  value: Kind | { staticKind: string };
  statics: readonly StaticKind[];
  onKind: (kind: Kind) => void;
  onStatic: (kind: string) => void;
}

/** Selects the kind of a new code: kinds whose destination can change, and static ones that contain their content. */
export function KindSelect({ value, statics, onKind, onStatic }: KindSelectProps) {
  const names = new Map([
    ...KINDS.map((kind) => [kind.value as string, t(kind.title)] as const),
    ...statics.map((one) => [STATIC + one.kind, t(one.label)] as const),
  ]);
  return (
    <TextField
      select
      label={t`Type`}
      value={typeof value === "string" ? value : STATIC + value.staticKind}
      onChange={({ target }) =>
        target.value.startsWith(STATIC) ? onStatic(target.value.slice(STATIC.length)) : onKind(target.value as Kind)
      }
      slotProps={{
        select: {
          renderValue: (chosen) => names.get(chosen as string) ?? "",
          MenuProps: { slotProps: { paper: { sx: { maxHeight: 480 } } } },
        },
      }}
    >
      <ListSubheader>
        <Trans>You can change these after printing</Trans>
      </ListSubheader>
      {KINDS.map(({ value: kind, icon, title, text }) => (
        <MenuItem key={kind} value={kind} dense>
          <ListItemIcon>{icon}</ListItemIcon>
          <ListItemText primary={t(title)} secondary={t(text)} />
        </MenuItem>
      ))}
      {statics.length === 0 ? null : (
        <ListSubheader>
          <Trans>Static: fixed once printed, scans not counted</Trans>
        </ListSubheader>
      )}
      {statics.map(({ kind, label, description }) => (
        <MenuItem key={kind} value={STATIC + kind} dense>
          <ListItemIcon>
            <PrintOutlinedIcon />
          </ListItemIcon>
          <ListItemText primary={t(label)} secondary={t(description)} />
        </MenuItem>
      ))}
    </TextField>
  );
}
