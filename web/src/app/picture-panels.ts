import { PictureDesigner } from "@/features/codes/qr-picture/components/picture-designer";
import { UnreadableDialog } from "@/features/codes/qr-picture/components/unreadable-dialog";
import { PicturePreview } from "@/features/codes/qr-picture/components/picture-preview";

/** The components with which the code editor shows pictures of codes. */
export const PICTURE_PANELS = { Designer: PictureDesigner, Preview: PicturePreview, Unreadable: UnreadableDialog };
