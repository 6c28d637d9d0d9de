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
import { handleResult } from "@/shared/api/handle-result";
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
  return name || answer.email || answer.phone || "No name";
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
    handleResult(deletion.mutateAsync(answer.submission_id), {
      onSuccess: () => {
        setDoomed(null);
        setAt((now) => (now > 1 && answers.data?.items.length === 1 ? now - 1 : now));
        toasts.success("Submission deleted.");
      },
      onError: toasts.error,
    });
  const pages = Math.ceil((answers.data?.total ?? 0) / ANSWERS_PER_PAGE);
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="answers-title">
      <DialogTitle id="answers-title">Submissions</DialogTitle>
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
            title={filter ? "No matching submissions" : "No submissions yet"}
            text={
              filter ? "Try another name, email or phone number." : "Submissions from this page’s forms appear here."
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
        title="Delete this submission?"
        confirmLabel="Delete"
        busy={deletion.isPending}
        onConfirm={() => doomed && remove(doomed)}
        onCancel={() => setDoomed(null)}
      >
        {doomed
          ? `The submission from ${senderOf(doomed)} will be permanently deleted. Its reserved places become free, and the person can answer again.`
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
            Unverified: sent with this customer’s address from another browser. The customer’s data was not changed.
          </Typography>
        )}
        {answer.fields === null ? (
          <Typography variant="body2" color="textSecondary">
            The sender was erased.
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
        aria-label={`Delete the submission from ${senderOf(answer)}`}
        onClick={onRemove}
      >
        <DeleteOutlineIcon fontSize="small" />
      </IconButton>
    </Box>
  );
}
