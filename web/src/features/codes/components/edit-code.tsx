import Button from "@mui/material/Button";
import { Link, useNavigate } from "react-router";
import { useUpdateCode } from "@/features/codes/api/update-code";
import { bodyOf, type CodeForm, formOf, isSameDesign } from "@/features/codes/code-form";
import { CodeEditor } from "@/features/codes/components/code-editor";
import type { Code, PicturePanels } from "@/features/codes/types";
import { paths } from "@/shared/config/paths";

/** Changes what a code leads to and how it looks; printed copies go on working. */
export function EditCode({ code, panels }: { code: Code; panels: PicturePanels }) {
  const update = useUpdateCode();
  const navigate = useNavigate();

  const save = async (form: CodeForm) => {
    const { type: _, ...changes } = bodyOf(form);
    const design = isSameDesign(form.design, code.design) ? null : form.design;
    await update.mutateAsync({
      code: { code_id: code.code_id, version: code.version, ...changes },
      design,
    });
    await navigate(paths.editCodeSuccess(code.code_id));
  };

  return (
    <CodeEditor
      panels={panels}
      initial={formOf(code)}
      kindIsFixed
      previewContent={code.url}
      previewNote="Its address stays the same, so copies already printed go on working."
      saveLabel="Save changes"
      onSave={save}
      cancel={
        <Button component={Link} to={paths.showCode(code.code_id)} color="inherit">
          Cancel
        </Button>
      }
    />
  );
}
