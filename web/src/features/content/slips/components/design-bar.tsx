import { t } from "@lingui/core/macro";
import AddPhotoAlternateOutlinedIcon from "@mui/icons-material/AddPhotoAlternateOutlined";
import CropSquareIcon from "@mui/icons-material/CropSquare";
import GridOnIcon from "@mui/icons-material/GridOn";
import HorizontalRuleIcon from "@mui/icons-material/HorizontalRule";
import QrCode2Icon from "@mui/icons-material/QrCode2";
import RedoIcon from "@mui/icons-material/Redo";
import TextFieldsIcon from "@mui/icons-material/TextFields";
import UndoIcon from "@mui/icons-material/Undo";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Divider from "@mui/material/Divider";
import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import { type ChangeEvent, type ReactNode, useRef } from "react";
import { newElement, type NewType } from "@/features/content/slips/new-elements";
import type { Design } from "@/features/content/slips/use-design";
import { handleResult } from "@/shared/api/handle-result";
import { useToasts } from "@/shared/components/toasts";
import { PICTURE_TYPES, useUploadPicture } from "@/shared/media/upload-picture";

interface DesignBarProps {
  design: Design;
  snaps: boolean;
  onSnaps: (on: boolean) => void;
  onSelect: (id: string) => void;
}

const NEW: readonly { type: NewType; name: string; icon: ReactNode }[] = [
  { type: "text", name: "Add text", icon: <TextFieldsIcon /> },
  { type: "code", name: "Add code", icon: <QrCode2Icon /> },
  { type: "rectangle", name: "Add box", icon: <CropSquareIcon /> },
  { type: "line", name: "Add line", icon: <HorizontalRuleIcon /> },
];

/** The elements that can be added to a slip, and undo and redo. */
export function DesignBar({ design, snaps, onSnaps, onSelect }: DesignBarProps) {
  const input = useRef<HTMLInputElement>(null);
  const upload = useUploadPicture();
  const toasts = useToasts();
  const add = (type: NewType, url = "") => {
    const element = newElement(design.draft, type, url);
    design.add(element);
    onSelect(element.id);
  };
  const addPicture = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    event.target.value = "";
    if (file) {
      handleResult(upload.mutateAsync(file), { onSuccess: ({ url }) => add("picture", url), onError: toasts.error });
    }
  };
  return (
    <Card
      role="toolbar"
      aria-label={t`Design`}
      sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 0.5, p: 0.75, mb: 2 }}
    >
      {NEW.map(({ type, name, icon }) => (
        <BarButton key={type} name={name} onClick={() => add(type)}>
          {icon}
        </BarButton>
      ))}
      <input ref={input} type="file" accept={PICTURE_TYPES} hidden onChange={addPicture} data-testid="picture-input" />
      <BarButton name={t`Add image`} isOff={upload.isPending} onClick={() => input.current?.click()}>
        <AddPhotoAlternateOutlinedIcon />
      </BarButton>
      <Divider orientation="vertical" flexItem sx={{ mx: 0.5 }} />
      <BarButton name={t`Undo`} isOff={!design.canUndo} onClick={design.undo}>
        <UndoIcon />
      </BarButton>
      <BarButton name={t`Redo`} isOff={!design.canRedo} onClick={design.redo}>
        <RedoIcon />
      </BarButton>
      <BarButton name={t`Snap to grid and other elements`} isOn={snaps} onClick={() => onSnaps(!snaps)}>
        <GridOnIcon />
      </BarButton>
      <Box sx={{ flex: 1 }} />
    </Card>
  );
}

interface BarButtonProps {
  name: string;
  isOn?: boolean;
  isOff?: boolean;
  onClick: () => void;
  children: ReactNode;
}

function BarButton({ name, isOn, isOff, onClick, children }: BarButtonProps) {
  return (
    <Tooltip title={name}>
      <span>
        <IconButton
          aria-label={name}
          aria-pressed={isOn}
          // A really disabled button would lose the focus when the last step is undone.
          aria-disabled={isOff}
          disableRipple={isOff}
          onClick={() => (isOff ? undefined : onClick())}
          sx={{
            borderRadius: 1.5,
            color: isOn ? "primary.main" : "text.primary",
            "&[aria-disabled=true]": { color: "action.disabled", cursor: "default" },
          }}
        >
          {children}
        </IconButton>
      </span>
    </Tooltip>
  );
}
