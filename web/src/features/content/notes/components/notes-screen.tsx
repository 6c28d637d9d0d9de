import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import AddIcon from "@mui/icons-material/Add";
import StickyNote2OutlinedIcon from "@mui/icons-material/StickyNote2Outlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { notesQuery, useDeleteNote } from "@/features/content/notes/api/notes";
import { NoteCard } from "@/features/content/notes/components/note-card";
import { NoteEditor } from "@/features/content/notes/components/note-editor";
import type { Note } from "@/features/content/notes/types";
import { handleResult } from "@/shared/api/handle-result";
import { CodePicker } from "@/shared/codes/code-picker";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { CardList, ListScreen } from "@/shared/components/list-screen";
import { useToasts } from "@/shared/components/toasts";
import { reaches, useOrganizationData } from "@/shared/organization/organization";
import { useListView } from "@/shared/url/use-list-view";

const PAGE_SIZE = 12;

/** The notes on codes: find, read and write them. */
export function NotesScreen() {
  const view = useListView({ at: "page", filters: ["code"], pageSize: PAGE_SIZE });
  const codeId = view.search.get("code");
  const open = view.search.get("note");
  const show = (note: string | null) => view.change({ note }, false);
  const organization = useOrganizationData().data;
  const canEdit = reaches(organization?.role ?? "", "editor");
  const list = useQuery(notesQuery(codeId, { page: view.page, pageSize: PAGE_SIZE, filter: view.filter || null }));
  const [doomed, setDoomed] = useState<Note | null>(null);
  const current = list.data?.items.find((note) => note.note_id === open);
  // An open note stays open whatever happens to the list, because it may have unsaved input. Once it is closed, only
  // the list counts.
  const [lastOpen, setLastOpen] = useState(current);
  const opened = current ?? (lastOpen?.note_id === open ? lastOpen : undefined);
  if (opened?.note_id !== lastOpen?.note_id) {
    setLastOpen(opened);
  }
  const [round, setRound] = useState(0);
  const reload = async () => {
    await list.refetch({ throwOnError: true });
    setRound((now) => now + 1);
  };
  return (
    <>
      <ListScreen
        title={t`Notes`}
        subtitle={t`Internal remarks about a code, or messages for people who scan it.`}
        actions={
          canEdit ? (
            <Button variant="contained" startIcon={<AddIcon />} onClick={() => show("new")}>
              <Trans>Write a note</Trans>
            </Button>
          ) : undefined
        }
        list={list}
        view={view}
        search={{ placeholder: t`Title or text` }}
        filters={
          <Box sx={{ flex: 1, maxWidth: { sm: 360 } }}>
            <CodePicker label={t`Code`} value={codeId} onChange={(code) => view.narrow({ code })} />
          </Box>
        }
      >
        <CardList
          list={list}
          view={view}
          layout="grid"
          height={190}
          empty={{
            icon: <StickyNote2OutlinedIcon />,
            title: t`No notes yet`,
            text: t`Notes belong to a code. Public notes get their own page that anyone can read.`,
            action: canEdit ? (
              <Button variant="contained" startIcon={<AddIcon />} onClick={() => show("new")}>
                <Trans>Write the first note</Trans>
              </Button>
            ) : undefined,
          }}
          nothingFound={{
            title: t`No matching notes`,
            text: t`Try another search or filter.`,
            clear: t`Show all notes`,
          }}
        >
          {(note) => (
            <NoteCard
              key={note.note_id}
              note={note}
              zone={organization?.time_zone}
              canEdit={canEdit}
              onOpen={() => show(note.note_id)}
              onDelete={() => setDoomed(note)}
            />
          )}
        </CardList>
      </ListScreen>
      {canEdit && (opened || open === "new") ? (
        <NoteEditor
          key={`${open} ${round}`}
          note={opened ?? null}
          codeId={opened?.code_id ?? codeId}
          onDone={() => show(null)}
          onReload={reload}
        />
      ) : null}
      <DeleteNote note={doomed} onDone={() => setDoomed(null)} />
    </>
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
      confirmLabel={t`Delete`}
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
