import { PictureDesigner } from "@/features/codes/qr-picture/components/picture-designer";
import { UnreadableDialog } from "@/features/codes/qr-picture/components/unreadable-dialog";
import { PicturePreview } from "@/features/codes/qr-picture/components/picture-preview";

/** What the editor of codes shows for their pictures. */
export const PICTURE_PANELS = { Designer: PictureDesigner, Preview: PicturePreview, Unreadable: UnreadableDialog };
