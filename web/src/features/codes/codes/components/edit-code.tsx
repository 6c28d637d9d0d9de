import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Link, useNavigate } from "react-router";
import { codeQuery } from "@/features/codes/codes/api/get-code";
import { useUpdateCode } from "@/features/codes/codes/api/update-code";
import { type CodeForm, changesOf, formKind, formOf, isSameDesign, isSameForm } from "@/features/codes/codes/code-form";
import { CodeEditor } from "@/features/codes/codes/components/code-editor";
import { isEditConflict, isRefusal } from "@/shared/api/errors";
import { EditConflict } from "@/shared/components/edit-conflict";
import type { Code, PicturePanels } from "@/features/codes/codes/types";
import { paths } from "@/shared/config/paths";

/** Edits where a code leads and how it looks. Printed copies keep working. */
export function EditCode({ code, panels }: { code: Code; panels: PicturePanels }) {
  const update = useUpdateCode();
  const cache = useQueryClient();
  const navigate = useNavigate();
  // The initial state of the form. The code itself is fetched again whenever the user returns to this tab.
  const [read, setRead] = useState(code);
  const [isSaved, setSaved] = useState(false);
  const [refused, setRefused] = useState<{ form: CodeForm; asIs: boolean } | null>(null);

  // The form that was sent without a response and may have been saved.
  const unanswered = useRef<CodeForm | null>(null);

  const send = async (form: CodeForm, asIs: boolean, version: number, before = read) => {
    const design = isSameDesign(form.design, before.design) ? null : form.design;
    try {
      await update.mutateAsync({
        code: { code_id: code.code_id, version, ...changesOf(form, formOf(before)) },
        design,
        asIs,
      });
    } catch (error) {
      if (!isEditConflict(error)) {
        unanswered.current = isRefusal(error) ? unanswered.current : form;
        throw error;
      }
      const now = await cache.query({ ...codeQuery(code.code_id), staleTime: 0 }).catch(() => null);
      const isNewer = now !== null && now.version > version;
      if (isNewer && isSameForm(formOf(now), formOf(before))) {
        // The code was restored, paused or tagged, perhaps next to this form, which does not affect its fields.
        await send(form, asIs, now.version, before);
      } else if (isNewer && unanswered.current !== null && isSameForm(formOf(now), unanswered.current)) {
        // It is the change that this form sent, which had been saved after all.
        await send(form, asIs, now.version, now);
      } else {
        setRefused({ form, asIs });
      }
      return;
    }
    flushSync(() => setSaved(true));
    await navigate(paths.editCodeSuccess(code.code_id));
  };

  return (
    <>
      <CodeEditor
        key={read.version}
        panels={panels}
        initial={formOf(read)}
        isPart
        isSaved={isSaved}
        elsewhere={<Elsewhere code={code} />}
        previewContent={code.url}
        previewNote={t`The link stays the same, so printed copies keep working.`}
        saveLabel={t`Save changes`}
        onSave={(form, asIs) => send(form, asIs, read.version)}
        cancel={
          <Button component={Link} to={paths.showCode(code.code_id)} color="inherit">
            <Trans>Cancel</Trans>
          </Button>
        }
      />
      <EditConflict
        title={t`Someone else changed this code`}
        isOpen={refused !== null}
        isReady={code.version !== read.version}
        onTheirs={() => {
          setRefused(null);
          setRead(code);
        }}
        onMine={() => {
          setRefused(null);
          return refused === null ? Promise.resolve() : send(refused.form, refused.asIs, code.version);
        }}
        onBack={() => setRefused(null)}
      />
    </>
  );
}

/** A link to the screen on which the content of a code is edited, if that is not this form. */
function Elsewhere({ code }: { code: Code }) {
  const place = placeOf(code);
  if (place === null) {
    return null;
  }
  return (
    <Alert
      severity="info"
      action={
        <Button component={Link} to={place.to} color="inherit" size="small">
          {place.label}
        </Button>
      }
    >
      {place.text}
    </Alert>
  );
}

function placeOf(code: Code): { to: string; label: string; text: string } | null {
  switch (formKind(code)) {
    case "form":
      return {
        to: paths.pages(code.code_id),
        label: t`Open page`,
        text: t`You edit the questions of a form on its page.`,
      };
    case "note":
      return {
        to: paths.notesOf(code.code_id),
        label: t`Open notes`,
        text: t`Visitors see this code’s latest public note.`,
      };
    case "poll":
      return {
        to: paths.showCode(code.code_id),
        label: t`Open poll`,
        text: t`You edit the question and its answers on the code’s screen.`,
      };
    case "wall": {
      const wallId = /^\/wall\/([^/]+)/.exec(code.destination ?? "")?.[1];
      return wallId === undefined
        ? { to: paths.walls, label: t`Open walls`, text: t`This code’s wall was removed.` }
        : {
            to: paths.wall(wallId),
            label: t`Open wall`,
            text: t`You edit the title, consent text and photos on the wall’s screen.`,
          };
    }
    case "game":
      return {
        to: paths.gameOfCode(code.code_id),
        label: t`Open game`,
        text: t`You edit this code’s game on its own screen.`,
      };
    case "pass":
      return {
        to: paths.passOfCode(code.code_id),
        label: t`Open pass`,
        text: t`You choose this code’s pass on its own screen.`,
      };
    case "page":
    case "promo":
      return {
        to: paths.pages(code.code_id),
        label: t`Open pages`,
        text: t`A published page replaces this title and text.`,
      };
    default:
      return null;
  }
}
