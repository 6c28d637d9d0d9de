import { NotesScreen } from "@/features/notes/components/notes-screen";

export function Component() {
  return <NotesScreen />;
}
