import { t } from "@lingui/core/macro";
import FormatBoldIcon from "@mui/icons-material/FormatBold";
import FormatItalicIcon from "@mui/icons-material/FormatItalic";
import FormatListBulletedIcon from "@mui/icons-material/FormatListBulleted";
import FormatListNumberedIcon from "@mui/icons-material/FormatListNumbered";
import FormatQuoteIcon from "@mui/icons-material/FormatQuote";
import FormatUnderlinedIcon from "@mui/icons-material/FormatUnderlined";
import LinkIcon from "@mui/icons-material/Link";
import RedoIcon from "@mui/icons-material/Redo";
import TitleIcon from "@mui/icons-material/Title";
import UndoIcon from "@mui/icons-material/Undo";
import Box from "@mui/material/Box";
import FormHelperText from "@mui/material/FormHelperText";
import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import { type Editor, EditorContent, useEditor, useEditorState } from "@tiptap/react";
import StarterKit from "@tiptap/starter-kit";
import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { LinkDialog } from "@/shared/components/link-dialog";
import { cleanHtml } from "@/shared/components/rich-text";

interface RichTextEditorProps {
  label: string;
  /** The initial HTML; later changes to it are ignored. */
  initial: string;
  onChange: (html: string) => void;
  error?: string;
  minHeight?: number;
}

interface Tool {
  name: string;
  icon: ReactNode;
  run: (editor: Editor) => unknown;
  isOn?: (editor: Editor) => boolean;
  isOff?: (editor: Editor) => boolean;
}

const TOOLS: readonly Tool[] = [
  {
    name: "Bold",
    icon: <FormatBoldIcon />,
    run: (it) => it.chain().focus().toggleBold().run(),
    isOn: (it) => it.isActive("bold"),
  },
  {
    name: "Italic",
    icon: <FormatItalicIcon />,
    run: (it) => it.chain().focus().toggleItalic().run(),
    isOn: (it) => it.isActive("italic"),
  },
  {
    name: "Underline",
    icon: <FormatUnderlinedIcon />,
    run: (it) => it.chain().focus().toggleUnderline().run(),
    isOn: (it) => it.isActive("underline"),
  },
  {
    name: "Heading",
    icon: <TitleIcon />,
    run: (it) => it.chain().focus().toggleHeading({ level: 2 }).run(),
    isOn: (it) => it.isActive("heading"),
  },
  {
    name: "Bulleted list",
    icon: <FormatListBulletedIcon />,
    run: (it) => it.chain().focus().toggleBulletList().run(),
    isOn: (it) => it.isActive("bulletList"),
  },
  {
    name: "Numbered list",
    icon: <FormatListNumberedIcon />,
    run: (it) => it.chain().focus().toggleOrderedList().run(),
    isOn: (it) => it.isActive("orderedList"),
  },
  {
    name: "Quote",
    icon: <FormatQuoteIcon />,
    run: (it) => it.chain().focus().toggleBlockquote().run(),
    isOn: (it) => it.isActive("blockquote"),
  },
  { name: "Undo", icon: <UndoIcon />, run: (it) => it.chain().focus().undo().run(), isOff: (it) => !it.can().undo() },
  { name: "Redo", icon: <RedoIcon />, run: (it) => it.chain().focus().redo().run(), isOff: (it) => !it.can().redo() },
];

/** An editor for formatted text. The server keeps formatting and links and removes everything else. */
export function RichTextEditor({ label, initial, onChange, error, minHeight = 180 }: RichTextEditorProps) {
  const labelId = useId();
  const errorId = useId();
  const editor = useEditor({
    extensions: [StarterKit.configure({ heading: { levels: [2, 3] }, link: { openOnClick: false } })],
    content: initial,
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? "" : changed.getHTML()),
    editorProps: {
      transformPastedHTML: cleanHtml,
      attributes: { role: "textbox", "aria-multiline": "true", "aria-labelledby": labelId },
    },
  });
  return (
    <Box>
      <Typography
        id={labelId}
        component="span"
        variant="body2"
        color="textSecondary"
        sx={{ display: "block", mb: 0.5 }}
      >
        {label}
      </Typography>
      <Box
        sx={{
          border: 1,
          borderColor: error ? "error.main" : "grey.400",
          borderRadius: 1,
          "&:focus-within": { borderColor: "primary.main", outline: "1px solid", outlineColor: "primary.main" },
          "& .tiptap": { minHeight, px: 1.75, py: 0.5, outline: "none", overflowWrap: "anywhere" },
          "& .tiptap :is(h2, h3, p, li)": { unicodeBidi: "plaintext", textAlign: "start" },
          "& .tiptap h2": { typography: "h5", my: 1 },
          "& .tiptap h3": { typography: "h6", my: 1 },
          "& .tiptap p": { my: 1 },
          "& .tiptap a": { color: "primary.main" },
          "& .tiptap blockquote": {
            borderInlineStart: "3px solid",
            borderColor: "primary.main",
            ml: 0,
            paddingInlineStart: 2,
          },
        }}
      >
        <Tools editor={editor} label={label} />
        <EditorContent editor={editor} />
      </Box>
      {error ? (
        <FormHelperText id={errorId} error>
          {error}
        </FormHelperText>
      ) : null}
    </Box>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>("button:not(:disabled)")];
  const at = buttons.findIndex((button) => button === document.activeElement);
  if (step !== undefined && at >= 0) {
    event.preventDefault();
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
  }
}

function Tools({ editor, label }: { editor: Editor; label: string }) {
  const [linking, setLinking] = useState(false);
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      on: TOOLS.map((tool) => tool.isOn?.(now) ?? false),
      off: TOOLS.map((tool) => tool.isOff?.(now) ?? false),
      isLink: now.isActive("link"),
      href: String(now.getAttributes("link").href ?? ""),
    }),
  });
  const setLink = (href: string) => {
    setLinking(false);
    const chain = editor.chain().focus().extendMarkRange("link");
    if (href === "") {
      chain.unsetLink().run();
    } else if (editor.state.selection.empty && !state.isLink) {
      chain.insertContent({ type: "text", text: href, marks: [{ type: "link", attrs: { href } }] }).run();
    } else {
      chain.setLink({ href }).run();
    }
  };
  return (
    <Box
      role="toolbar"
      aria-label={t`Formatting of ${label.toLowerCase()}`}
      tabIndex={-1}
      onKeyDown={moveFocus}
      sx={{ display: "flex", flexWrap: "wrap", gap: 0.25, p: 0.5, borderBottom: 1, borderColor: "divider" }}
    >
      {TOOLS.map((tool, index) => (
        <ToolButton
          key={tool.name}
          name={tool.name}
          isOn={tool.isOn ? state.on[index] : undefined}
          isOff={state.off[index]}
          onClick={() => tool.run(editor)}
        >
          {tool.icon}
        </ToolButton>
      ))}
      <ToolButton name={t`Link`} isOn={state.isLink} onClick={() => setLinking(true)}>
        <LinkIcon />
      </ToolButton>
      {linking ? <LinkDialog initial={state.href} onSave={setLink} onCancel={() => setLinking(false)} /> : null}
    </Box>
  );
}

interface ToolButtonProps {
  name: string;
  isOn?: boolean;
  isOff?: boolean;
  onClick: () => void;
  children: ReactNode;
}

function ToolButton({ name, isOn, isOff, onClick, children }: ToolButtonProps) {
  return (
    <Tooltip title={name}>
      <span>
        <IconButton
          size="small"
          aria-label={name}
          aria-pressed={isOn}
          disabled={isOff}
          onClick={onClick}
          sx={{
            borderRadius: 1,
            "@media (pointer: fine)": { minWidth: 34, minHeight: 34 },
            color: isOn ? "primary.contrastText" : "text.primary",
            bgcolor: isOn ? "primary.main" : undefined,
            "&:hover": { bgcolor: isOn ? "primary.dark" : undefined },
          }}
        >
          {children}
        </IconButton>
      </span>
    </Tooltip>
  );
}
