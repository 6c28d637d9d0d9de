import { useSearchParams } from "react-router";
import { EmptyPageButton, NewPage } from "@/features/content/pages/components/new-page";
import { PageHeader } from "@/shared/components/page-header";

export function Component() {
  const [params] = useSearchParams();
  const codeId = params.get("code") ?? undefined;
  return (
    <>
      <PageHeader
        title="Create a page"
        subtitle="Start from a template. You can change everything later."
        actions={<EmptyPageButton codeId={codeId} />}
      />
      <NewPage codeId={codeId} />
    </>
  );
}
