import { useState } from "react";
import { useNavigate } from "react-router";
import { PageEditor } from "@/features/content/pages/editor/page-editor";
import { SAME_PAGE } from "@/features/content/pages/editor/save-before-leaving";
import type { PageRead } from "@/features/content/pages/types";
import { useBrand } from "@/features/content/pages/use-brand";
import { idempotencyKey } from "@/shared/api/client";
import { paths } from "@/shared/config/paths";

interface EmptyPageProps {
  codeId: string | null;
  /** Called with the ID of the page once it is stored. */
  onMade: (pageId: string) => void;
  onReload: () => Promise<void>;
}

/** An empty page. It is stored only when a block is added, so that opening it leaves no draft behind. */
export function EmptyPage({ codeId, onMade, onReload }: EmptyPageProps) {
  const brand = useBrand();
  const navigate = useNavigate();
  const [page] = useState(() => blank(codeId));
  const [key] = useState(idempotencyKey);
  const [unmade] = useState(() => ({
    code_id: codeId,
    key,
    onMade: (made: PageRead) => {
      onMade(made.page_id);
      void navigate(paths.updatePage(made.page_id), { replace: true, state: SAME_PAGE });
    },
  }));
  return <PageEditor page={page} brand={brand} onReload={onReload} unmade={unmade} />;
}

function blank(codeId: string | null): PageRead {
  const now = new Date().toISOString();
  return {
    page_id: "",
    id: "",
    org_id: "",
    code_id: codeId,
    name: "New page",
    title: "",
    vanity_name: null,
    version: 0,
    published_version: null,
    published_at: null,
    is_published: false,
    has_changes: true,
    public_url: "",
    languages: ["en"],
    created_at: now,
    updated_at: now,
    blocks: {
      root: { props: { title: "", description: "", width: "narrow", language: "en", translations: {} } },
      content: [],
    },
  };
}
