import { t } from "@lingui/core/macro";
import CheckIcon from "@mui/icons-material/Check";
import ContentCopyIcon from "@mui/icons-material/ContentCopy";
import Button, { type ButtonProps } from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import { useEffect, useState } from "react";
import { useToasts } from "@/shared/components/toasts";

function useCopy(text: string): [boolean, () => void] {
  const [copied, setCopied] = useState(false);
  const toasts = useToasts();
  useEffect(() => {
    if (!copied) {
      return undefined;
    }
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => toasts.error(t`Copying was blocked by your browser.`),
    );
  };
  return [copied, copy];
}

interface CopyProps {
  text: string;
  label: string;
}

/** A small icon button that copies a text. */
export function CopyIconButton({ text, label }: CopyProps) {
  const [copied, copy] = useCopy(text);
  return (
    <Tooltip title={copied ? t`Copied` : label}>
      <IconButton size="small" aria-label={label} onClick={copy}>
        {copied ? <CheckIcon fontSize="small" color="success" /> : <ContentCopyIcon fontSize="small" />}
      </IconButton>
    </Tooltip>
  );
}

/** The same as a button with a label. */
export function CopyButton({ text, label, ...button }: CopyProps & Omit<ButtonProps, "onClick">) {
  const [copied, copy] = useCopy(text);
  return (
    <Button startIcon={copied ? <CheckIcon /> : <ContentCopyIcon />} {...button} onClick={copy}>
      {copied ? t`Copied` : label}
    </Button>
  );
}
