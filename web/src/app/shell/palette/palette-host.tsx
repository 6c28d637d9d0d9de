import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { Act, Entry } from "@/app/shell/palette/entries";
import { Palette } from "@/app/shell/palette/palette";
import { rememberEntry } from "@/app/shell/palette/recent";
import { InviteDialog } from "@/features/org/organization/components/invite-dialog";
import { NewOrganizationDialog } from "@/features/org/organization/components/new-organization-dialog";
import { useSession } from "@/shared/auth/session";
import { switchOrganization, useOrganization } from "@/shared/organization/organization";
import { useThemeStore } from "@/shared/theme/theme-store";

interface PaletteHostProps {
  open: boolean;
  onClose: () => void;
}

/** The palette, and the dialogs that its actions open. */
export default function PaletteHost({ open, onClose }: PaletteHostProps) {
  const [asking, setAsking] = useState<"invite" | "create-organization" | null>(null);
  const { org_id, role } = useOrganization();
  const { logout } = useSession();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const toggleTheme = useThemeStore((state) => state.toggleTheme);
  const act = (what: Act) => {
    if (typeof what === "object") {
      switchOrganization(what.switchTo);
    } else if (what === "toggle-theme") {
      toggleTheme();
    } else if (what === "log-out") {
      cache.clear();
      logout();
    } else {
      setAsking(what);
    }
  };
  const choose = (entry: Entry) => {
    onClose();
    rememberEntry(org_id, entry);
    if ("path" in entry.target) {
      void navigate(entry.target.path);
    } else {
      act(entry.target.act);
    }
  };
  const done = () => setAsking(null);
  return (
    <>
      {open ? <Palette onChoose={choose} onClose={onClose} /> : null}
      <InviteDialog open={asking === "invite"} mayMakeOwner={role === "owner"} onClose={done} />
      {asking === "create-organization" ? <NewOrganizationDialog onClose={done} /> : null}
    </>
  );
}
