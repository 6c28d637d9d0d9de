import type { DictionaryTable } from "@/features/insights/analytics/api/data-dictionary";

/**
 * Returns the tables that match a search: completely if the table itself matches, otherwise with the matching columns
 * only.
 */
export function searchDictionary(tables: readonly DictionaryTable[], typed: string): DictionaryTable[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const isAbout = (...texts: string[]) => {
    const text = texts.join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return tables.flatMap((table) => {
    if (isAbout(table.name, table.title, table.description)) {
      return [table];
    }
    const columns = table.columns.filter(({ name, definition }) => isAbout(name, definition, table.title));
    return columns.length > 0 ? [{ ...table, columns }] : [];
  });
}
