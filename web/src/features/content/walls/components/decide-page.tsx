import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useState } from "react";
import { useModerate } from "@/features/content/walls/api/walls";
import type { Post } from "@/features/content/walls/types";
import { settle } from "@/shared/api/settle";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { useToasts } from "@/shared/components/toasts";

interface Asked {
  action: "approve" | "reject";
  /** What was seen when the button was pressed: what comes in meanwhile is not decided unseen. */
  postIds: string[];
}

const WORDS = {
  approve: { title: "Show all of these?", label: "Approve", text: "are on the wall from then on." },
  reject: {
    title: "Reject all of these?",
    label: "Reject",
    text: "stay off the wall. They can still be approved among the rejected ones.",
  },
} as const;

/** Decides about all pictures that are waiting on this page, in one step. */
export function DecidePage({ wallId, posts }: { wallId: string; posts: readonly Post[] }) {
  const toasts = useToasts();
  const moderate = useModerate(wallId);
  const [asked, setAsked] = useState<Asked>({ action: "approve", postIds: [] });
  const [isOpen, setOpen] = useState(false);
  if (posts.length < 2 && !isOpen) {
    return null;
  }
  const ask = (action: Asked["action"]) => {
    setAsked({ action, postIds: posts.map((post) => post.post_id) });
    setOpen(true);
  };
  const decide = () => settle(moderate.mutateAsync(asked), { onError: toasts.error, onSettled: () => setOpen(false) });
  const words = WORDS[asked.action];
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
        color={asked.action === "approve" ? "primary" : "error"}
        busy={moderate.isPending}
        onCancel={() => setOpen(false)}
        onConfirm={decide}
      >
        The {asked.postIds.length} pictures of this page {words.text}
      </ConfirmDialog>
    </Stack>
  );
}
