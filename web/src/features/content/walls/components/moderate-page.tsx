import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useState } from "react";
import { useModerate } from "@/features/content/walls/api/walls";
import type { Post } from "@/features/content/walls/types";
import { handleResult } from "@/shared/api/handle-result";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { useToasts } from "@/shared/components/toasts";

interface PendingAction {
  action: "approve" | "reject";
  /** What was seen when the button was pressed: what comes in meanwhile is not decided unseen. */
  postIds: string[];
}

const WORDS = {
  approve: { title: "Approve all on this page?", label: "Approve", text: "will be shown on the wall." },
  reject: {
    title: "Reject all on this page?",
    label: "Reject",
    text: "won’t be shown on the wall. You can still approve them later.",
  },
} as const;

/** Decides about all pictures that are waiting on this page, in one step. */
export function ModeratePage({ wallId, posts }: { wallId: string; posts: readonly Post[] }) {
  const toasts = useToasts();
  const moderate = useModerate(wallId);
  const [pending, setPending] = useState<PendingAction>({ action: "approve", postIds: [] });
  const [isOpen, setOpen] = useState(false);
  if (posts.length < 2 && !isOpen) {
    return null;
  }
  const ask = (action: PendingAction["action"]) => {
    setPending({ action, postIds: posts.map((post) => post.post_id) });
    setOpen(true);
  };
  const decide = () =>
    handleResult(moderate.mutateAsync(pending), { onError: toasts.error, onSettled: () => setOpen(false) });
  const words = WORDS[pending.action];
  return (
    <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: "wrap", mb: 2 }}>
      <Button size="small" variant="outlined" onClick={() => ask("approve")}>
        Approve all {posts.length} on this page
      </Button>
      <Button size="small" color="error" onClick={() => ask("reject")}>
        Reject all {posts.length}
      </Button>
      <ConfirmDialog
        open={isOpen}
        title={words.title}
        confirmLabel={words.label}
        color={pending.action === "approve" ? "primary" : "error"}
        busy={moderate.isPending}
        onCancel={() => setOpen(false)}
        onConfirm={decide}
      >
        The {pending.postIds.length} photos on this page {words.text}
      </ConfirmDialog>
    </Stack>
  );
}
