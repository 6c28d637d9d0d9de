import { Navigate, useSearchParams } from "react-router";
import { CodeDone } from "@/app/routes/admin/code-done";
import { CodeOfRoute } from "@/app/routes/admin/code-of-route";
import { paths } from "@/shared/config/paths";

export function Component() {
  const [search] = useSearchParams();
  const codeId = search.get("code");
  if (codeId === null) {
    return <Navigate to={paths.codes} replace />;
  }
  return (
    <CodeOfRoute codeId={codeId}>
      {(code) => (
        <CodeDone code={code} title="Your code is ready" text="works from now on. Save its picture, or try it." />
      )}
    </CodeOfRoute>
  );
}
