import { createContext } from "react";

/** Returns the address of pictures that are not in the library (yet), by the ID under which a pass shows them. */
export const PassPictureAddress = createContext<((mediaId: string) => string) | null>(null);
