import { useQuery } from "@tanstack/react-query";
import { foldersQuery } from "@/shared/folders/folders";

const NOTHING: ReadonlyMap<string, string> = new Map();

/** Names of the organisation's folders by id; empty until they are known. */
export function useFolderNames(enabled: boolean): ReadonlyMap<string, string> {
  const { data } = useQuery({
    ...foldersQuery,
    select: (folders) => new Map(folders.map(({ folder_id, name }) => [folder_id, name])),
    enabled,
  });
  return data ?? NOTHING;
}
