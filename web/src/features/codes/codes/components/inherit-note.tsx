import Alert from "@mui/material/Alert";
import MuiLink from "@mui/material/Link";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { codeQuery } from "@/features/codes/codes/api/get-code";
import type { Code } from "@/features/codes/codes/types";
import { paths } from "@/shared/config/paths";

const PART_NAMES: Record<string, string> = {
  destination: "destination",
  content: "page",
  rules: "rules",
  state: "state",
  window: "dates",
  fallback_url: "fallback",
  expired_url: "destination after it ends",
  password: "password",
  limits: "limits",
  promo_lock: "promo lock",
  design: "look",
};

/** A part of a code as people call it. */
export function nameOf(part: string): string {
  return PART_NAMES[part] ?? part;
}

/** What a child has of its own. */
export function overriddenParts(code: Code): string {
  return code.overrides.map(nameOf).join(", ");
}

/** Leads to the code that this one was made from, and says when that one is in the trash. */
export function BaseLink({ code }: { code: Code }) {
  const base = useQuery({ ...codeQuery(code.base_code_id ?? ""), enabled: code.base_code_id !== null });
  if (code.base_code_id === null) {
    return null;
  }
  return (
    <>
      <MuiLink component={Link} to={paths.showCode(code.base_code_id)}>
        {base.data?.name ?? "its base code"}
      </MuiLink>
      {base.data?.deleted_at ? " (which was deleted)" : ""}
    </>
  );
}

interface InheritNoteProps {
  code: Code;
  /** The parts that stand on this screen. */
  parts: readonly string[];
}

/** Says on a screen where a child is changed what of it comes from its base code. */
export function InheritNote({ code, parts }: InheritNoteProps) {
  if (code.base_code_id === null) {
    return null;
  }
  const inherited = parts.filter((part) => !code.overrides.some((own) => own === part)).map(nameOf);
  const own = parts.map(nameOf).filter((name) => !inherited.includes(name));
  return (
    <Alert severity="info" sx={{ mb: 3 }}>
      Based on <BaseLink code={code} />.{" "}
      {inherited.length === 0
        ? "Nothing on this screen is inherited. "
        : `Inherited: ${inherited.join(", ")}. Changes apply to this code only. `}
      {own.length === 0 ? "" : `Overridden: ${own.join(", ")}.`}
    </Alert>
  );
}
