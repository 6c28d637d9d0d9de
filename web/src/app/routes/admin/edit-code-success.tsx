import { t } from "@lingui/core/macro";
import { CodeSaved } from "@/app/routes/admin/code-saved";
import { CodeLoader } from "@/app/routes/admin/code-loader";

export function Component() {
  return (
    <CodeLoader>
      {(code) => (
        <CodeSaved
          code={code}
          title={t`Changes saved`}
          text={t`“${code.name}” was updated. The changes also apply to printed copies.`}
        />
      )}
    </CodeLoader>
  );
}
