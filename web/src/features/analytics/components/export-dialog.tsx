import FileDownloadOutlinedIcon from "@mui/icons-material/FileDownloadOutlined";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import { lazy, Suspense, useState } from "react";
import type { ExportChoice } from "@/features/analytics/components/export-form";

const ExportForm = lazy(() => import("@/features/analytics/components/export-form"));

interface ExportDialogProps extends ExportChoice {
  /** Stands in the head of the page as a sign alone. */
  isSign?: boolean;
}

/** Saves any table of the dashboard: which one, of which range, in which format. */
export function ExportDialog({ isSign = false, ...choice }: ExportDialogProps) {
  const [isOpen, setIsOpen] = useState(false);
  const open = () => setIsOpen(true);
  return (
    <>
      {isSign ? (
        <IconButton aria-label="Export the numbers" data-hint="Export" onClick={open}>
          <FileDownloadOutlinedIcon />
        </IconButton>
      ) : (
        <Button variant="outlined" startIcon={<FileDownloadOutlinedIcon />} onClick={open}>
          Export
        </Button>
      )}
      {isOpen ? (
        <Suspense fallback={null}>
          <ExportForm {...choice} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
