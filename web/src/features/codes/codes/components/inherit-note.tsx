import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import MuiLink from "@mui/material/Link";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { codeQuery } from "@/features/codes/codes/api/get-code";
import type { Code } from "@/features/codes/codes/types";
import { paths } from "@/shared/config/paths";

const PART_NAMES: Record<string, MessageDescriptor> = {
  destination: msg`destination`,
  content: msg`page`,
  rules: msg`rules`,
  state: msg`state`,
  window: msg`dates`,
  fallback_url: msg`fallback`,
  expired_url: msg`destination after it ends`,
  password: msg`password`,
  limits: msg`limits`,
  promo_lock: msg`promo lock`,
  design: msg`design`,
};

/** Returns the name of a part of a code as users see it. */
export function nameOf(part: string): string {
  const name = PART_NAMES[part];
  return name === undefined ? part : t(name);
}

/** Lists the overrides of a child. */
export function overriddenParts(code: Code): string {
  return code.overrides.map(nameOf).join(", ");
}

/** Links to the base of this code, and shows whether the base is in the trash. */
export function BaseLink({ code }: { code: Code }) {
  const base = useQuery({ ...codeQuery(code.base_code_id ?? ""), enabled: code.base_code_id !== null });
  if (code.base_code_id === null) {
    return null;
  }
  return (
    <>
      <MuiLink component={Link} to={paths.showCode(code.base_code_id)}>
        {base.data?.name ?? t`its base code`}
      </MuiLink>
      {base.data?.deleted_at ? <> ({t`deleted`})</> : null}
    </>
  );
}

interface InheritNoteProps {
  code: Code;
  /** The parts of the code on this screen. */
  parts: readonly string[];
}

/** Shows on a screen of a child which parts come from its base. */
export function InheritNote({ code, parts }: InheritNoteProps) {
  if (code.base_code_id === null) {
    return null;
  }
  const inherited = parts.filter((part) => !code.overrides.some((own) => own === part)).map(nameOf);
  const own = parts.map(nameOf).filter((name) => !inherited.includes(name));
  return (
    <Alert severity="info" sx={{ mb: 3 }}>
      <Trans>
        Based on <BaseLink code={code} />.
      </Trans>{" "}
      {inherited.length === 0
        ? t`Nothing on this screen is inherited.`
        : t`Inherited: ${inherited.join(", ")}. Changes apply to this code only.`}{" "}
      {own.length === 0 ? "" : t`Overridden: ${own.join(", ")}.`}
    </Alert>
  );
}
