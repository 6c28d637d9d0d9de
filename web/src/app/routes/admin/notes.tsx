import { NotesScreen } from "@/features/content/notes/components/notes-screen";

export function Component() {
  return <NotesScreen />;
}
