import { CodeOfRoute } from "@/app/routes/admin/code-of-route";
import { EditCode } from "@/features/codes/components/edit-code";
import { PageHeader } from "@/shared/components/page-header";

export function Component() {
  return (
    <CodeOfRoute>
      {(code) => (
        <>
          <PageHeader title="Edit code" subtitle={code.name} />
          <EditCode key={code.code_id} code={code} />
        </>
      )}
    </CodeOfRoute>
  );
}
