import { PictureDesigner } from "@/features/picture/components/picture-designer";
import { PicturePreview } from "@/features/picture/components/picture-preview";

/** What the editor of codes shows for their pictures. */
export const PICTURE_PANELS = { Designer: PictureDesigner, Preview: PicturePreview };
