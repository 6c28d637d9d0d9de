import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Button from "@mui/material/Button";
import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Link, useLocation, useNavigate, useSearchParams } from "react-router";
import { createCodeTarget } from "@/features/codes/codes/api/create-code-target";
import { useCreateCode } from "@/features/codes/codes/api/create-code";
import { belongingOf, bodyOf, type CodeForm, EMPTY_FORM } from "@/features/codes/codes/code-form";
import { CodeEditor } from "@/features/codes/codes/components/code-editor";
import { KindSelect } from "@/features/codes/codes/components/kind-select";
import { OrganizingFields } from "@/features/codes/codes/components/organizing-fields";
import { slugProblem } from "@/features/codes/codes/slug";
import type { PicturePanels, StaticKind } from "@/features/codes/codes/types";
import { storeDraft, takeDraft } from "@/features/codes/codes/draft";
import { useSession } from "@/shared/auth/session";
import { useAppConfig } from "@/shared/config/app-config-context";
import { useToasts } from "@/shared/components/toasts";
import { paths } from "@/shared/config/paths";
import { domainsQuery } from "@/shared/domains/domains";

/** Returns an empty form, or one for a slug that visitors already request. */
function formFor(slug: string | null): CodeForm {
  return slug === null || slugProblem(slug) !== undefined ? EMPTY_FORM : { ...EMPTY_FORM, name: slug, slug };
}

interface CreateCodeProps {
  panels: PicturePanels;
  /** Kinds that are not created here but offered in the same choice. */
  statics: readonly StaticKind[];
  /** A kind that was selected outside this form. */
  wanted: CodeForm["type"] | null;
  onStatic: (kind: string) => void;
}

/** Creates a code. Anyone can start. Saving requires a login and preserves the input. */
export function CreateCode({ panels, statics, wanted, onStatic }: CreateCodeProps) {
  const { base_url } = useAppConfig();
  const { status, login } = useSession();
  const [search] = useSearchParams();
  const { pathname, search: query } = useLocation();
  const [initial] = useState(
    () => takeDraft() ?? { ...formFor(search.get("slug")), folder_id: search.get("folder") ?? "" },
  );
  const creation = useCreateCode();
  const navigate = useNavigate();
  const toasts = useToasts();
  const isAnonymous = status === "anonymous";
  const domains = useQuery({ ...domainsQuery, enabled: search.has("domain") && status === "authenticated" });
  const domain = domains.data?.items.find(
    ({ domain_id, is_proven }) => is_proven && domain_id === search.get("domain"),
  );

  const save = async (form: CodeForm, asIs: boolean) => {
    if (isAnonymous) {
      storeDraft(form);
      login(`${pathname}${query}`);
      return;
    }
    const body = {
      ...bodyOf(form),
      ...belongingOf(form),
      slug: form.slug || null,
      ...(domain === undefined ? {} : { domain: domain.domain_id }),
      design: form.design,
      accept_unreadable: asIs,
    };
    const created = await creation.mutateAsync(body);
    // A code is ready once it has content, which for most kinds is created on a screen of its own.
    const next = createCodeTarget(form.type, created.code_id, form.name).catch((error: unknown) => {
      toasts.error(error);
      return paths.showCode(created.code_id);
    });
    await navigate(await next);
  };

  return (
    <CodeEditor
      panels={panels}
      host={domain?.shown_host}
      wantedKind={wanted}
      kindChoice={(kind, choose) => <KindSelect value={kind} statics={statics} onKind={choose} onStatic={onStatic} />}
      organizing={status === "authenticated" ? <OrganizingFields /> : null}
      initial={initial}
      previewContent={
        domain === undefined ? `${base_url}/code/2345678ABC` : `https://${domain.host}/${initial.slug || "2345678ABC"}`
      }
      previewNote={t`Your code gets its own link when you create it.`}
      saveLabel={isAnonymous ? t`Log in and create` : t`Create code`}
      onSave={save}
      cancel={
        <Button component={Link} to={isAnonymous ? paths.home : paths.codes} color="inherit">
          <Trans>Cancel</Trans>
        </Button>
      }
    />
  );
}
