import { createContext } from "react";

/** Where pictures that are not in the library (yet) are found, by the id under which a pass shows them. */
export const PassPictureAddress = createContext<((mediaId: string) => string) | null>(null);
