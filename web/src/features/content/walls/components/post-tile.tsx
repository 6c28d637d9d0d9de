import { msg, plural, t } from "@lingui/core/macro";
import CheckIcon from "@mui/icons-material/Check";
import CloseIcon from "@mui/icons-material/Close";
import DeleteOutlinedIcon from "@mui/icons-material/DeleteOutlined";
import PushPinIcon from "@mui/icons-material/PushPin";
import PushPinOutlinedIcon from "@mui/icons-material/PushPinOutlined";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Chip from "@mui/material/Chip";
import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import { useEffect, useRef } from "react";
import { fits } from "@/features/content/walls/fits";
import type { Action, Post } from "@/features/content/walls/types";
import { formatDateTime } from "@/shared/format/dates";

interface PostTileProps {
  post: Post;
  /** The time zone of the organisation. */
  zone: string | undefined;
  isCurrent: boolean;
  canEdit: boolean;
  onSelect: () => void;
  onAction: (action: Action) => void;
}

const ALL = [
  { action: "approve", label: msg`Approve`, Icon: CheckIcon, color: "success", isShown: false },
  { action: "approve", label: msg`Keep`, Icon: CheckIcon, color: "success", isShown: true },
  { action: "reject", label: msg`Reject`, Icon: CloseIcon, color: "error", isShown: null },
  { action: "pin", label: msg`Pin`, Icon: PushPinOutlinedIcon, color: "inherit", isShown: null },
  { action: "unpin", label: msg`Unpin`, Icon: PushPinIcon, color: "primary", isShown: null },
  { action: "delete", label: msg`Delete permanently`, Icon: DeleteOutlinedIcon, color: "inherit", isShown: null },
] as const;

/** A picture with its actions. */
export function PostTile({ post, zone, isCurrent, canEdit, onSelect, onAction }: PostTileProps) {
  const tile = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isCurrent) {
      tile.current?.scrollIntoView({ block: "nearest" });
    }
  }, [isCurrent]);
  const title = post.caption || (post.author ? t`Photo by ${post.author}` : t`Photo without caption`);
  return (
    <Card
      ref={tile}
      component="li"
      aria-current={isCurrent ? "true" : undefined}
      onClick={onSelect}
      sx={{
        display: "flex",
        flexDirection: "column",
        outlineOffset: 2,
        outline: isCurrent ? 3 : 0,
        outlineStyle: "solid",
        outlineColor: "primary.main",
      }}
    >
      <Box component="a" href={post.full_url} target="_blank" rel="noreferrer" sx={{ display: "block" }}>
        <Box
          component="img"
          src={post.small_url}
          alt={title}
          loading="lazy"
          sx={{ display: "block", width: "100%", aspectRatio: "1", objectFit: "cover", bgcolor: "action.hover" }}
        />
      </Box>
      <Box sx={{ px: 2, pt: 1.5, flexGrow: 1, overflowWrap: "anywhere" }}>
        {post.caption ? <Typography variant="body2">{post.caption}</Typography> : null}
        <Typography variant="caption" color="textSecondary" component="p">
          {post.author || t`No name`} · {formatDateTime(post.posted_at, zone)}
        </Typography>
        <Stack direction="row" spacing={0.5} useFlexGap sx={{ flexWrap: "wrap", mt: 0.5 }}>
          {post.is_pinned ? <Chip size="small" color="primary" label={t`Pinned`} /> : null}
          {post.reports ? (
            <Chip size="small" color="warning" label={plural(post.reports, { one: "# report", other: "# reports" })} />
          ) : null}
        </Stack>
      </Box>
      <Stack direction="row" sx={{ px: 1, pb: 1, minHeight: 48 }}>
        {canEdit
          ? ALL.filter(
              ({ action, isShown }) =>
                fits(action, post) && (isShown ?? post.state === "shown") === (post.state === "shown"),
            ).map(({ action, label, Icon, color }) => (
              <Tooltip key={t(label)} title={t(label)}>
                <IconButton aria-label={`${t(label)}: ${title}`} color={color} onClick={() => onAction(action)}>
                  <Icon />
                </IconButton>
              </Tooltip>
            ))
          : null}
      </Stack>
    </Card>
  );
}
