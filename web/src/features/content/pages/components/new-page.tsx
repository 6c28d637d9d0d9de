import { Trans } from "@lingui/react/macro";
import NoteAddIcon from "@mui/icons-material/NoteAddOutlined";
import Button from "@mui/material/Button";
import { Link, useNavigate } from "react-router";
import { useCreatePage } from "@/features/content/pages/api/pages";
import { TemplateGallery } from "@/features/content/pages/components/template-gallery";
import { handleResult } from "@/shared/api/handle-result";
import { useToasts } from "@/shared/components/toasts";
import { paths } from "@/shared/config/paths";

/** Creates a page and opens it in the editor. */
function useBeginPage(codeId?: string) {
  const creation = useCreatePage();
  const navigate = useNavigate();
  const toasts = useToasts();
  const begin = (name: string, templateId?: string) =>
    handleResult(
      creation.mutateAsync(
        { name, template_id: templateId, ...(codeId ? { code_id: codeId } : {}) },
        { onSuccess: (page) => void navigate(paths.updatePage(page.page_id)) },
      ),
      { onError: toasts.error },
    );
  return { begin, isBusy: creation.isPending };
}

/** Creates a page from a template. */
export function NewPage({ codeId }: { codeId?: string }) {
  const { begin, isBusy } = useBeginPage(codeId);
  return <TemplateGallery isBusy={isBusy} onUse={(template) => begin(template.name, template.template_id)} />;
}

/** Opens an empty page, which is created when a block is added. */
export function EmptyPageButton({ codeId }: { codeId?: string }) {
  return (
    <Button component={Link} to={paths.emptyPage(codeId)} variant="outlined" startIcon={<NoteAddIcon />}>
      <Trans>Empty page</Trans>
    </Button>
  );
}
