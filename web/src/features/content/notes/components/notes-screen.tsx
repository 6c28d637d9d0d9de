import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import AddIcon from "@mui/icons-material/Add";
import SearchIcon from "@mui/icons-material/Search";
import StickyNote2OutlinedIcon from "@mui/icons-material/StickyNote2Outlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Pagination from "@mui/material/Pagination";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { notesQuery, useDeleteNote } from "@/features/content/notes/api/notes";
import { NoteCard } from "@/features/content/notes/components/note-card";
import { NoteEditor } from "@/features/content/notes/components/note-editor";
import type { Note } from "@/features/content/notes/types";
import { type NotesView, PAGE_SIZE, useNotesView } from "@/features/content/notes/use-notes-view";
import { handleResult } from "@/shared/api/handle-result";
import { CodePicker } from "@/shared/codes/code-picker";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { PageHeader } from "@/shared/components/page-header";
import { SearchBox } from "@/shared/components/search-box";
import { EmptyState, ErrorState } from "@/shared/components/state-views";
import { useToasts } from "@/shared/components/toasts";
import { reaches, useOrganizationData } from "@/shared/organization/organization";

/** The notes on codes: find one, read it, write one. */
export function NotesScreen() {
  const view = useNotesView();
  const organization = useOrganizationData().data;
  const canEdit = reaches(organization?.role ?? "", "editor");
  const list = useQuery(notesQuery(view.codeId, { page: view.page, pageSize: PAGE_SIZE, filter: view.filter || null }));
  const [doomed, setDoomed] = useState<Note | null>(null);
  const notes = list.data?.items ?? [];
  const current = notes.find((note) => note.note_id === view.open);
  // Whatever becomes of the list, somebody may be writing in it; once it is closed, only the list tells what there is.
  const [lastOpen, setLastOpen] = useState(current);
  const opened = current ?? (lastOpen?.note_id === view.open ? lastOpen : undefined);
  if (opened?.note_id !== lastOpen?.note_id) {
    setLastOpen(opened);
  }
  const [round, setRound] = useState(0);
  const reload = async () => {
    await list.refetch({ throwOnError: true });
    setRound((now) => now + 1);
  };
  const pages = Math.ceil((list.data?.total ?? 0) / PAGE_SIZE);
  return (
    <>
      <PageHeader
        title={t`Notes`}
        subtitle={t`Internal remarks about a code, or messages for people who scan it.`}
        actions={
          canEdit ? (
            <Button variant="contained" startIcon={<AddIcon />} onClick={() => view.change({ note: "new" })}>
              <Trans>Write a note</Trans>
            </Button>
          ) : undefined
        }
      />
      <Stack direction={{ xs: "column", sm: "row" }} spacing={2} sx={{ mb: 3, maxWidth: 720 }}>
        <SearchBox placeholder={t`Title or text`} value={view.filter} onChange={(filter) => view.change({ filter })} />
        <Box sx={{ width: "100%" }}>
          <CodePicker label={t`Code`} value={view.codeId} onChange={(code) => view.change({ code })} />
        </Box>
      </Stack>
      {list.isError ? (
        <Card>
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        </Card>
      ) : list.isPending ? (
        <Grid>
          {[1, 2, 3].map((key) => (
            <Skeleton key={key} variant="rounded" height={190} sx={{ borderRadius: 3 }} />
          ))}
        </Grid>
      ) : notes.length === 0 ? (
        <Card>
          <NoNotes view={view} canEdit={canEdit} />
        </Card>
      ) : (
        <Grid>
          {notes.map((note) => (
            <NoteCard
              key={note.note_id}
              note={note}
              zone={organization?.time_zone}
              canEdit={canEdit}
              onOpen={() => view.change({ note: note.note_id })}
              onDelete={() => setDoomed(note)}
            />
          ))}
        </Grid>
      )}
      {pages > 1 ? (
        <Pagination
          sx={{ mt: 3, display: "flex", justifyContent: "center" }}
          count={pages}
          page={view.page}
          onChange={(_, page) => view.change({ page: page === 1 ? null : String(page) })}
        />
      ) : null}
      {canEdit && (opened || view.open === "new") ? (
        <NoteEditor
          key={`${view.open} ${round}`}
          note={opened ?? null}
          codeId={opened?.code_id ?? view.codeId}
          onDone={() => view.change({ note: null })}
          onReload={reload}
        />
      ) : null}
      <DeleteNote note={doomed} onDone={() => setDoomed(null)} />
    </>
  );
}

function Grid({ children }: { children: React.ReactNode }) {
  return (
    <Box
      sx={{
        display: "grid",
        gap: 2,
        gridTemplateColumns: { xs: "1fr", sm: "repeat(2, minmax(0, 1fr))", lg: "repeat(3, minmax(0, 1fr))" },
      }}
    >
      {children}
    </Box>
  );
}

function NoNotes({ view, canEdit }: { view: NotesView; canEdit: boolean }) {
  if (view.filter || view.codeId) {
    return (
      <EmptyState
        icon={<SearchIcon />}
        title={t`No matching notes`}
        text={t`Try another search or filter.`}
        action={
          <Button onClick={() => view.change({ filter: null, code: null })}>
            <Trans>Show all notes</Trans>
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      icon={<StickyNote2OutlinedIcon />}
      title={t`No notes yet`}
      text={t`Notes belong to a code. Public notes get their own page that anyone can read.`}
      action={
        canEdit ? (
          <Button variant="contained" startIcon={<AddIcon />} onClick={() => view.change({ note: "new" })}>
            <Trans>Write the first note</Trans>
          </Button>
        ) : undefined
      }
    />
  );
}

function DeleteNote({ note, onDone }: { note: Note | null; onDone: () => void }) {
  const remove = useDeleteNote();
  const toasts = useToasts();
  const confirm = () => {
    if (note !== null) {
      handleResult(remove.mutateAsync(note.note_id), {
        onSuccess: () => toasts.success(t`Note deleted.`),
        onError: toasts.error,
        onSettled: onDone,
      });
    }
  };
  return (
    <ConfirmDialog
      open={note !== null}
      title={t`Delete this note?`}
      confirmLabel="Delete"
      busy={remove.isPending}
      onConfirm={confirm}
      onCancel={onDone}
    >
      {note?.is_public
        ? t`“${note.title}” and its public page will be permanently deleted.`
        : t`“${note?.title ?? ""}” will be permanently deleted.`}
    </ConfirmDialog>
  );
}
