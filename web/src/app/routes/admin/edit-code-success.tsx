import { CodeDone } from "@/app/routes/admin/code-done";
import { CodeOfRoute } from "@/app/routes/admin/code-of-route";

export function Component() {
  return (
    <CodeOfRoute>
      {(code) => <CodeDone code={code} title="Changes saved" text="is up to date, printed copies included." />}
    </CodeOfRoute>
  );
}
