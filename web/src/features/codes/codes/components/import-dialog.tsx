import FileUploadOutlinedIcon from "@mui/icons-material/FileUploadOutlined";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type ImportSource, useImportCodes } from "@/features/codes/codes/api/bulk-create";
import { RowsDialog } from "@/features/codes/codes/components/rows-dialog";
import { NO_ROWS, parseCsv } from "@/features/codes/codes/rows";
import { flattenTree, foldersQuery, treeOf } from "@/shared/folders/folders";

const SOURCES: readonly { id: ImportSource; name: string; placeholder: string }[] = [
  { id: "csv", name: "My own table", placeholder: "name,destination,tags\nMenu,https://example.com/menu,summer" },
  { id: "bitly", name: "Bitly export", placeholder: "link,long_url,title,tags,created_at" },
  { id: "dub", name: "Dub export", placeholder: "Short link,Destination URL,Title,Tags,Created at" },
];

/** Opens the import. */
export function ImportButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="outlined" startIcon={<FileUploadOutlinedIcon />} onClick={() => setOpen(true)}>
        Import
      </Button>
      {open ? <ImportDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function ImportDialog({ onClose }: { onClose: () => void }) {
  const [source, setSource] = useState<ImportSource>("csv");
  const [folder, setFolder] = useState("");
  const imports = useImportCodes();
  const folders = flattenTree(treeOf(useQuery(foldersQuery).data ?? []));
  return (
    <RowsDialog
      of={source}
      title="Import links"
      help="Each link becomes a redirect code with its destination, title and tags, and with its slug if it is available. The old short link is stored as a property. Dates such as 2027-12-31 use your organisation’s time zone. At most 10,000 rows."
      placeholder={SOURCES.find((one) => one.id === source)?.placeholder ?? ""}
      before={
        <Stack direction={{ xs: "column", sm: "row" }} spacing={2}>
          <TextField
            select
            fullWidth
            size="small"
            label="Source"
            value={source}
            onChange={(event) => setSource(event.target.value as ImportSource)}
          >
            {SOURCES.map((one) => (
              <MenuItem key={one.id} value={one.id}>
                {one.name}
              </MenuItem>
            ))}
          </TextField>
          <TextField
            select
            fullWidth
            size="small"
            label="Folder"
            value={folder}
            onChange={(event) => setFolder(event.target.value)}
            slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
          >
            <MenuItem value="">No folder</MenuItem>
            {folders.map((one) => (
              <MenuItem key={one.folder_id} value={one.folder_id}>
                {one.trail.join(" / ")}
              </MenuItem>
            ))}
          </TextField>
        </Stack>
      }
      busy={imports.isPending}
      send={(csv, preview) =>
        parseCsv(csv).length < 2
          ? Promise.reject(new Error(NO_ROWS))
          : imports.mutateAsync({ source, csv, folderId: folder === "" ? null : folder, preview })
      }
      onClose={onClose}
    />
  );
}
