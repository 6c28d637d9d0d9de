import { createContext } from "react";

/**
 * Returns another address than that of the whole picture, by the ID under which a pass shows it: of a smaller copy, or of
 * a drawing that is not in the library (yet).
 */
export const PassPictureAddress = createContext<((mediaId: string) => string | undefined) | null>(null);
