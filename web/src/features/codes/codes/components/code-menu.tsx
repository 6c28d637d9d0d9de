import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import MoreVertIcon from "@mui/icons-material/MoreVert";
import Divider from "@mui/material/Divider";
import IconButton from "@mui/material/IconButton";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useState } from "react";
import { Link } from "react-router";
import { useDeleteCode, useRestoreCode } from "@/features/codes/codes/api/delete-code";
import { useUpdateCode } from "@/features/codes/codes/api/update-code";
import { hasPages } from "@/features/codes/codes/components/code-labels";
import { ManageCode, manageItems, type Managing } from "@/features/codes/codes/components/manage-code";
import { pictureFile } from "@/features/codes/codes/picture-file";
import type { Code } from "@/features/codes/codes/types";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { useToasts } from "@/shared/components/toasts";
import { paths } from "@/shared/config/paths";
import { reaches, useOrganization } from "@/shared/organization/organization";

interface CodeMenuProps {
  code: Code;
  onDeleted?: () => void;
}

/** All actions for a code. The menu behind the button is mounted only once it is pressed, because a list has many. */
export function CodeMenu({ code, onDeleted }: CodeMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <>
      <IconButton
        size="small"
        aria-label={t`Actions for ${code.name}`}
        onClick={(click) => {
          setAnchor(click.currentTarget);
          setWasOpened(true);
        }}
      >
        <MoreVertIcon fontSize="small" />
      </IconButton>
      {wasOpened ? (
        <CodeActionsMenu
          code={code}
          anchor={anchor}
          close={() => setAnchor(null)}
          {...(onDeleted === undefined ? {} : { onDeleted })}
        />
      ) : null}
    </>
  );
}

interface CodeActionsMenuProps extends CodeMenuProps {
  /** The button that opened it, or null while it is closed. */
  anchor: HTMLElement | null;
  close: () => void;
}

function CodeActionsMenu({ code, onDeleted, anchor, close }: CodeActionsMenuProps) {
  const [asking, setAsking] = useState(false);
  const [managing, setManaging] = useState<Managing | null>(null);
  const { role } = useOrganization();
  const toasts = useToasts();
  const deletion = useDeleteCode();
  const restoration = useRestoreCode();
  const update = useUpdateCode();
  const mayEdit = reaches(role, "editor");
  const paused = code.state === "paused";

  const togglePause = () => {
    close();
    const state = paused ? "active" : "paused";
    update
      .mutateAsync({ code: { code_id: code.code_id, state }, design: null })
      .then(() => toasts.success(paused ? t`Code reactivated` : t`Code paused`))
      .catch(toasts.error);
  };
  const restore = () => {
    close();
    // The row, and this menu with it, leaves the list before the result is shown.
    restoration
      .mutateAsync(code.code_id)
      .then(() => toasts.success(t`“${code.name}” was restored`))
      .catch(toasts.error);
  };
  const remove = () =>
    void deletion
      .mutateAsync(code.code_id)
      .then(() => {
        setAsking(false);
        toasts.success(t`“${code.name}” was deleted. You can restore it for 30 days.`, {
          label: t`Undo`,
          onPress: restore,
        });
        onDeleted?.();
      })
      .catch(toasts.error);

  return (
    <>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={close}>
        <MenuItem
          component="a"
          href={pictureFile(code, "png").href}
          download={pictureFile(code, "png").name}
          onClick={close}
        >
          <Trans>Download PNG</Trans>
        </MenuItem>
        <MenuItem
          component="a"
          href={pictureFile(code, "svg").href}
          download={pictureFile(code, "svg").name}
          onClick={close}
        >
          <Trans>Download SVG</Trans>
        </MenuItem>
        <MenuItem component="a" href={code.public_url} target="_blank" rel="noopener" onClick={close}>
          <Trans>Test scan</Trans>
        </MenuItem>
        {mayEdit && code.deleted_at === null
          ? [
              <Divider key="line" />,
              <MenuItem key="edit" component={Link} to={paths.editCode(code.code_id)}>
                <Trans>Edit</Trans>
              </MenuItem>,
              ...(hasPages(code)
                ? [
                    <MenuItem key="pages" component={Link} to={paths.pages(code.code_id)}>
                      <Trans>Pages</Trans>
                    </MenuItem>,
                  ]
                : []),
              <MenuItem key="lock" component={Link} to={paths.lockCode(code.code_id)}>
                <Trans>Promo lock</Trans>
              </MenuItem>,
              <MenuItem key="pause" onClick={togglePause}>
                {paused ? t`Reactivate` : t`Pause`}
              </MenuItem>,
              ...manageItems(code, (what) => {
                close();
                setManaging(what);
              }),
              <MenuItem
                key="delete"
                sx={{ color: "error.main" }}
                onClick={() => {
                  close();
                  setAsking(true);
                }}
              >
                <Trans>Delete</Trans>
              </MenuItem>,
            ]
          : null}
        {mayEdit && code.deleted_at !== null ? (
          <MenuItem onClick={restore}>
            <Trans>Restore</Trans>
          </MenuItem>
        ) : null}
      </Menu>
      <ManageCode code={code} asking={managing} onClose={() => setManaging(null)} />
      <ConfirmDialog
        open={asking}
        title={t`Delete this code?`}
        confirmLabel={t`Delete`}
        busy={deletion.isPending}
        onConfirm={remove}
        onCancel={() => setAsking(false)}
      >
        <Trans>
          “{code.name}” stops working, and people who scan a printed copy see that it is no longer in use. Its analytics
          are kept, and you can restore it for 30 days.
        </Trans>
      </ConfirmDialog>
    </>
  );
}
