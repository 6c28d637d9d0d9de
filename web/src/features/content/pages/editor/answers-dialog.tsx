import DeleteOutlineIcon from "@mui/icons-material/DeleteOutlined";
import InboxIcon from "@mui/icons-material/InboxOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import IconButton from "@mui/material/IconButton";
import Pagination from "@mui/material/Pagination";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ANSWERS_PER_PAGE, answersQuery, useDeleteAnswer } from "@/features/content/pages/api/answers";
import { FOR_THUMBS } from "@/features/content/pages/editor/list-fields";
import type { components } from "@/shared/api/schema";
import { settle } from "@/shared/api/settle";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { SearchBox } from "@/shared/components/search-box";
import { EmptyState, ErrorState } from "@/shared/components/state-views";
import { useToasts } from "@/shared/components/toasts";
import { formatDateTime } from "@/shared/format/dates";
import { useOrganizationData } from "@/shared/organization/organization";

type Answer = components["schemas"]["SubmissionRead"];

/** Who sent it, as well as the form asked. */
function senderOf(answer: Answer): string {
  const name = [answer.first_name, answer.last_name].filter(Boolean).join(" ");
  return name || answer.email || answer.phone || "Without a name";
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) {
    return value.map(textOf).join(", ");
  }
  if (typeof value === "boolean") {
    return value ? "Yes" : "No";
  }
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** What visitors sent through the forms of a page; one of them can be removed, which frees its place. */
export function AnswersDialog({ pageId, onClose }: { pageId: string; onClose: () => void }) {
  const [at, setAt] = useState(1);
  const [filter, setFilter] = useState("");
  const [doomed, setDoomed] = useState<Answer | null>(null);
  const answers = useQuery(answersQuery(pageId, at, filter));
  const deletion = useDeleteAnswer();
  const toasts = useToasts();
  const remove = (answer: Answer) =>
    settle(deletion.mutateAsync(answer.submission_id), {
      onSuccess: () => {
        setDoomed(null);
        setAt((now) => (now > 1 && answers.data?.items.length === 1 ? now - 1 : now));
        toasts.success("The answer is gone, and its place is free.");
      },
      onError: toasts.error,
    });
  const pages = Math.ceil((answers.data?.total ?? 0) / ANSWERS_PER_PAGE);
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="answers-title">
      <DialogTitle id="answers-title">Answers</DialogTitle>
      <DialogContent>
        <Box sx={{ pt: 1, mb: 2 }}>
          <SearchBox
            placeholder="Name, email or phone"
            value={filter}
            onChange={(text) => {
              setFilter(text);
              setAt(1);
            }}
          />
        </Box>
        {answers.isError ? (
          <ErrorState error={answers.error} onRetry={() => void answers.refetch()} compact />
        ) : answers.isPending ? (
          <Stack spacing={1.5} aria-busy="true">
            <Skeleton variant="rounded" height={88} />
            <Skeleton variant="rounded" height={88} />
          </Stack>
        ) : answers.data.items.length === 0 ? (
          <EmptyState
            icon={<InboxIcon />}
            title={filter ? "Nobody found" : "No answers yet"}
            text={
              filter
                ? "Nobody who answered is called that."
                : "What visitors send through this page’s forms shows here."
            }
          />
        ) : (
          <Stack component="ul" spacing={1.5} sx={{ listStyle: "none", m: 0, p: 0 }}>
            {answers.data.items.map((answer) => (
              <AnswerRow key={answer.submission_id} answer={answer} onRemove={() => setDoomed(answer)} />
            ))}
          </Stack>
        )}
        {pages > 1 ? (
          <Pagination
            count={pages}
            page={at}
            onChange={(_, next) => setAt(next)}
            sx={{ mt: 2, display: "flex", justifyContent: "center" }}
          />
        ) : null}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
      <ConfirmDialog
        open={doomed !== null}
        title="Remove this answer?"
        confirmLabel="Remove"
        busy={deletion.isPending}
        onConfirm={() => doomed && remove(doomed)}
        onCancel={() => setDoomed(null)}
      >
        {doomed
          ? `What ${senderOf(doomed)} sent is deleted for good. Places that it took are free again, and they may answer anew.`
          : ""}
      </ConfirmDialog>
    </Dialog>
  );
}

function AnswerRow({ answer, onRemove }: { answer: Answer; onRemove: () => void }) {
  const zone = useOrganizationData().data?.time_zone;
  const fields = Object.entries(answer.fields ?? {});
  return (
    <Box component="li" sx={{ border: 1, borderColor: "divider", borderRadius: 2, p: 1.5, display: "flex", gap: 1 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="subtitle2" component="h3" sx={{ overflowWrap: "anywhere" }}>
          {senderOf(answer)}
        </Typography>
        <Typography variant="caption" color="textSecondary" component="p" sx={{ overflowWrap: "anywhere" }}>
          {[formatDateTime(answer.created_at, zone), answer.code_name].filter(Boolean).join(" · ")}
        </Typography>
        {answer.is_proven ? null : (
          <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
            Unproven: sent under this customer’s address from another browser. It changed nothing that you know of them.
          </Typography>
        )}
        {answer.fields === null ? (
          <Typography variant="body2" color="textSecondary">
            Its sender was erased.
          </Typography>
        ) : (
          <Box
            component="dl"
            sx={{
              m: 0,
              mt: 0.5,
              display: "grid",
              gridTemplateColumns: "minmax(0, 1fr) minmax(0, 2fr)",
              columnGap: 1.5,
              rowGap: 0.25,
            }}
          >
            {fields.map(([name, value]) => (
              <Box key={name} sx={{ display: "contents" }}>
                <Typography component="dt" variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
                  {name.replaceAll("_", " ")}
                </Typography>
                <Typography component="dd" variant="body2" sx={{ m: 0, overflowWrap: "anywhere" }}>
                  {textOf(value)}
                </Typography>
              </Box>
            ))}
          </Box>
        )}
      </Box>
      <IconButton
        size="small"
        sx={{ ...FOR_THUMBS, alignSelf: "flex-start" }}
        aria-label={`Remove the answer of ${senderOf(answer)}`}
        onClick={onRemove}
      >
        <DeleteOutlineIcon fontSize="small" />
      </IconButton>
    </Box>
  );
}
