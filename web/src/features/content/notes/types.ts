import type { components } from "@/shared/api/schema";

export type Note = components["schemas"]["NoteRead"];
export type Attachment = components["schemas"]["AttachmentRead"];
export type AddNote = components["schemas"]["AddNote"];
export type ListNotes = components["schemas"]["ListNotes"];
