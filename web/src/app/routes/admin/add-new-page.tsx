import { useSearchParams } from "react-router";
import { EmptyPageButton, NewPage } from "@/features/content/pages/components/new-page";
import { PageHeader } from "@/shared/components/page-header";

export function Component() {
  const [params] = useSearchParams();
  const codeId = params.get("code") ?? undefined;
  return (
    <>
      <PageHeader
        title="Make a page"
        subtitle="Choose how to begin. Every word and picture can be changed."
        actions={<EmptyPageButton codeId={codeId} />}
      />
      <NewPage codeId={codeId} />
    </>
  );
}
