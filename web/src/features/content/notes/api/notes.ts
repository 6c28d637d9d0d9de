import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { AddNote, ListNotes, Note } from "@/features/content/notes/types";
import { answerOf, api } from "@/shared/api/client";
import { deletionOf } from "@/shared/api/deletion";
import { rebaseVersion, inOrder } from "@/shared/api/in-order";

const NOTES = ["notes"] as const;

/** Fetches one page of notes, of one code or of all. */
export function notesQuery(codeId: string | null, body: Partial<ListNotes>) {
  return queryOptions({
    queryKey: [...NOTES, codeId, body],
    queryFn: ({ signal }) =>
      codeId === null
        ? answerOf(api.POST("/v1/get_all_notes", { body, signal }))
        : answerOf(api.POST("/v1/get_qr_notes", { body: { ...body, code_id: codeId }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** If the response to a new note was lost, the next save changes that note. */
function ontoNote(body: AddNote, before: AddNote, saved: Note): AddNote {
  const isNew = !body.note_id && !before.note_id;
  return isNew ? { ...body, note_id: saved.note_id, version: saved.version } : rebaseVersion(body, before, saved);
}

/** Saves a new note, or the changes to one. */
export function useSaveNote() {
  const cache = useQueryClient();
  const [saves] = useState(() =>
    inOrder<AddNote, Note>((body, headers) => answerOf(api.POST("/v1/add_qr_note", { body, headers })), ontoNote),
  );
  return useMutation({
    mutationFn: saves.send,
    onSuccess: () => cache.invalidateQueries({ queryKey: NOTES }),
  });
}

/** Deletes a note permanently. */
export function useDeleteNote() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (noteId: string) => deletionOf(answerOf(api.POST("/v1/delete_qr_note", { body: { id: noteId } }))),
    onSettled: () => cache.invalidateQueries({ queryKey: NOTES }),
  });
}
