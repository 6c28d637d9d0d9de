import { useSearchParams } from "react-router";
import { SharePage } from "@/features/insights/home/components/share-page";

export function Component() {
  const [params, setParams] = useSearchParams();
  return (
    <SharePage
      codeId={params.get("code") ?? ""}
      onCode={(code) => setParams(code ? { code } : {}, { replace: true })}
    />
  );
}
