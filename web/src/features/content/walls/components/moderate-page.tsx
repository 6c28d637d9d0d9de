import { msg, plural, t } from "@lingui/core/macro";
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
  /** The pictures that were visible when the button was pressed. Later ones are not decided unseen. */
  postIds: string[];
}

const WORDS = {
  approve: { title: msg`Approve all on this page?`, label: msg`Approve` },
  reject: { title: msg`Reject all on this page?`, label: msg`Reject` },
} as const;

/** Approves or rejects all pending pictures on this page in one step. */
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
        {plural(posts.length, { one: "Approve # on this page", other: "Approve all # on this page" })}
      </Button>
      <Button size="small" color="error" onClick={() => ask("reject")}>
        {plural(posts.length, { one: "Reject #", other: "Reject all #" })}
      </Button>
      <ConfirmDialog
        open={isOpen}
        title={t(words.title)}
        confirmLabel={t(words.label)}
        color={pending.action === "approve" ? "primary" : "error"}
        busy={moderate.isPending}
        onCancel={() => setOpen(false)}
        onConfirm={decide}
      >
        {pending.action === "approve"
          ? plural(pending.postIds.length, {
              one: "# photo on this page will be shown on the wall.",
              other: "The # photos on this page will be shown on the wall.",
            })
          : plural(pending.postIds.length, {
              one: "# photo on this page won’t be shown on the wall. You can still approve it later.",
              other: "The # photos on this page won’t be shown on the wall. You can still approve them later.",
            })}
      </ConfirmDialog>
    </Stack>
  );
}
