import { t } from "@lingui/core/macro";
import { Navigate, useSearchParams } from "react-router";
import { CodeSaved } from "@/app/routes/admin/code-saved";
import { CodeLoader } from "@/app/routes/admin/code-loader";
import { paths } from "@/shared/config/paths";

export function Component() {
  const [search] = useSearchParams();
  const codeId = search.get("code");
  if (codeId === null) {
    return <Navigate to={paths.codes} replace />;
  }
  return (
    <CodeLoader codeId={codeId}>
      {(code) => (
        <CodeSaved
          code={code}
          title={t`Your code is ready`}
          text={t`“${code.name}” is live. Download it or test it.`}
        />
      )}
    </CodeLoader>
  );
}
