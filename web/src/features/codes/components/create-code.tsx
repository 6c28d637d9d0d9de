import Button from "@mui/material/Button";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { beginCode } from "@/features/codes/api/begin-code";
import { useCreateCode } from "@/features/codes/api/create-code";
import { bodyOf, type CodeForm, EMPTY_FORM } from "@/features/codes/code-form";
import { CodeEditor } from "@/features/codes/components/code-editor";
import type { PicturePanels } from "@/features/codes/types";
import { keepDraft, takeDraft } from "@/features/codes/draft";
import { useSession } from "@/shared/auth/session";
import { useAppConfig } from "@/shared/config/app-config-context";
import { useToasts } from "@/shared/components/toasts";
import { paths } from "@/shared/config/paths";

/** Makes a code. Anybody may begin; saving asks for a login and keeps what was typed. */
export function CreateCode({ panels }: { panels: PicturePanels }) {
  const { base_url } = useAppConfig();
  const { status, login } = useSession();
  const [initial] = useState(() => takeDraft() ?? EMPTY_FORM);
  const creation = useCreateCode();
  const navigate = useNavigate();
  const toasts = useToasts();
  const isAnonymous = status === "anonymous";

  const save = async (form: CodeForm, asIs: boolean) => {
    if (isAnonymous) {
      keepDraft(form);
      login(paths.createCode);
      return;
    }
    const wanted = { ...bodyOf(form), slug: form.slug || null, design: form.design, accept_unreadable: asIs };
    const created = await creation.mutateAsync(wanted);
    // A code is ready when there is something behind it; for most kinds that is made on a screen of its own.
    const next = beginCode(form.type, created.code_id, form.name).catch((error: unknown) => {
      toasts.error(error);
      return paths.showCode(created.code_id);
    });
    await navigate(await next);
  };

  return (
    <CodeEditor
      panels={panels}
      initial={initial}
      previewContent={`${base_url}/code/2345678ABC`}
      previewNote="The finished code gets an address of its own."
      saveLabel={isAnonymous ? "Log in and create" : "Create code"}
      onSave={save}
      cancel={
        <Button component={Link} to={isAnonymous ? paths.home : paths.codes} color="inherit">
          Cancel
        </Button>
      }
    />
  );
}
