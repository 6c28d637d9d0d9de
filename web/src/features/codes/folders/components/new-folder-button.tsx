import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import CreateNewFolderOutlinedIcon from "@mui/icons-material/CreateNewFolderOutlined";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useState } from "react";
import { useCreateFolder } from "@/features/codes/folders/api/change-folders";
import { NameDialog } from "@/features/codes/folders/components/name-dialog";
import { handleResult } from "@/shared/api/handle-result";
import { useToasts } from "@/shared/components/toasts";

interface NewFolderButtonProps {
  parent: string | null;
  variant?: "contained" | "outlined";
}

/** Creates a folder at this level. */
export function NewFolderButton({ parent, variant = "outlined" }: NewFolderButtonProps) {
  const [asking, setAsking] = useState(false);
  const creation = useCreateFolder();
  const toasts = useToasts();
  const ask = () => {
    creation.reset();
    setAsking(true);
  };
  return (
    <Stack>
      <Button variant={variant} startIcon={<CreateNewFolderOutlinedIcon />} onClick={ask}>
        <Trans>New folder</Trans>
      </Button>
      {asking ? (
        <NameDialog
          title={t`New folder`}
          label={t`Create`}
          busy={creation.isPending}
          error={creation.error}
          onSave={(name) =>
            handleResult(creation.mutateAsync({ name, parent_id: parent }), {
              onSuccess: () => {
                setAsking(false);
                toasts.success(t`Folder “${name}” created`);
              },
            })
          }
          onClose={() => setAsking(false)}
        />
      ) : null}
    </Stack>
  );
}
