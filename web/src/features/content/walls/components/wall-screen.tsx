import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import DownloadIcon from "@mui/icons-material/Download";
import OpenInNewIcon from "@mui/icons-material/OpenInNew";
import PhotoLibraryOutlinedIcon from "@mui/icons-material/PhotoLibraryOutlined";
import SettingsOutlinedIcon from "@mui/icons-material/SettingsOutlined";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Skeleton from "@mui/material/Skeleton";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { Fragment, useRef, useState } from "react";
import { useNavigate, useParams, useSearchParams } from "react-router";
import { PAGE_SIZE, postsQuery, useDeleteWall, useModerate, wallQuery } from "@/features/content/walls/api/walls";
import { ModeratePage } from "@/features/content/walls/components/moderate-page";
import { ExportWall } from "@/features/content/walls/components/export-wall";
import { PostTile } from "@/features/content/walls/components/post-tile";
import { WallForm } from "@/features/content/walls/components/wall-form";
import { fits } from "@/features/content/walls/fits";
import { type Action, type Post, type View, VIEWS, type Wall } from "@/features/content/walls/types";
import { useSelectedPost } from "@/features/content/walls/use-selected-post";
import { useModerationKeys } from "@/features/content/walls/use-moderation-keys";
import { handleResult } from "@/shared/api/handle-result";
import { isUnreadable } from "@/shared/api/unreadable";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { formatCount } from "@/shared/format/numbers";
import { ListPages } from "@/shared/components/list-pages";
import { PageHeader } from "@/shared/components/page-header";
import { EmptyState, ErrorState } from "@/shared/components/state-views";
import { useToasts } from "@/shared/components/toasts";
import { paths } from "@/shared/config/paths";
import { reaches, useOrganizationData } from "@/shared/organization/organization";

const LABELS: Record<View, MessageDescriptor> = {
  pending: msg`Waiting`,
  shown: msg`On the wall`,
  reported: msg`Reported`,
  rejected: msg`Rejected`,
};
const EMPTY: Record<View, MessageDescriptor> = {
  pending: msg`New photos appear here automatically.`,
  shown: msg`Approved photos appear here and on the wall.`,
  reported: msg`No visitor has reported a photo.`,
  rejected: msg`Rejected photos stay here until you delete them.`,
};

const KEYS: readonly { key: string; action: Action; does: MessageDescriptor }[] = [
  { key: "A", action: "approve", does: msg`approve` },
  { key: "R", action: "reject", does: msg`reject` },
  { key: "P", action: "pin", does: msg`pin` },
  { key: "U", action: "unpin", does: msg`unpin` },
];

/** One wall: its pictures, and the actions that moderate them. */
export function WallScreen() {
  const wallId = useParams()["wallId"] ?? "";
  const wall = useQuery(wallQuery(wallId));
  const canEdit = reaches(useOrganizationData().data?.role ?? "", "editor");
  if (isUnreadable(wall)) {
    return (
      <Card>
        <ErrorState
          title={t`This wall couldn’t be loaded`}
          error={wall.error}
          onRetry={() => void wall.refetch()}
          back={{ to: paths.walls, label: t`Walls` }}
        />
      </Card>
    );
  }
  if (wall.isPending) {
    return <Skeleton variant="rounded" height={320} sx={{ borderRadius: 3 }} />;
  }
  return <OpenWall key={wallId} wall={wall.data} canEdit={canEdit} />;
}

function OpenWall({ wall, canEdit }: { wall: Wall; canEdit: boolean }) {
  const navigate = useNavigate();
  const toasts = useToasts();
  const remove = useDeleteWall();
  const [search, setSearch] = useSearchParams();
  const [openDialog, setOpenDialog] = useState<"settings" | "export" | "delete" | null>(null);
  const requestedView = search.get("show");
  // If pictures are shown at once, none are pending. Decided only once, because numbers change while the user is
  // looking, and a key that was meant for one picture must not affect another.
  const [first] = useState<View>(wall.moderation === "after" && wall.pending === 0 ? "shown" : "pending");
  const view = VIEWS.find((name) => name === requestedView) ?? first;
  return (
    <>
      <PageHeader
        title={wall.name}
        subtitle={wall.is_open ? t`Visitors can post photos.` : t`Closed: visitors can view photos but not post.`}
        actions={
          <>
            <Button startIcon={<OpenInNewIcon />} href={wall.url} target="_blank">
              <Trans>Open wall</Trans>
            </Button>
            <Button startIcon={<OpenInNewIcon />} href={wall.live_url} target="_blank">
              <Trans>Big screen</Trans>
            </Button>
            {canEdit ? (
              <>
                <Button startIcon={<DownloadIcon />} onClick={() => setOpenDialog("export")}>
                  <Trans>Download all</Trans>
                </Button>
                <Button
                  variant="outlined"
                  startIcon={<SettingsOutlinedIcon />}
                  onClick={() => setOpenDialog("settings")}
                >
                  <Trans>Settings</Trans>
                </Button>
                <Button color="error" onClick={() => setOpenDialog("delete")}>
                  <Trans>Delete</Trans>
                </Button>
              </>
            ) : null}
          </>
        }
      />
      <Tabs
        value={view}
        onChange={(_, chosen: View) => setSearch(chosen === first ? {} : { show: chosen })}
        variant="scrollable"
        allowScrollButtonsMobile
        aria-label={t`Wall photos`}
        sx={{ mb: 2 }}
      >
        {VIEWS.map((name) => (
          <Tab key={name} value={name} label={`${t(LABELS[name])} (${formatCount(wall[name])})`} />
        ))}
      </Tabs>
      <Pictures key={view} wall={wall} view={view} canEdit={canEdit} />
      {openDialog === "settings" ? <WallForm wall={wall} onDone={() => setOpenDialog(null)} /> : null}
      {openDialog === "export" ? <ExportWall wall={wall} onDone={() => setOpenDialog(null)} /> : null}
      <ConfirmDialog
        open={openDialog === "delete"}
        title={t`Delete this wall?`}
        confirmLabel={t`Delete`}
        busy={remove.isPending}
        onCancel={() => setOpenDialog(null)}
        onConfirm={() =>
          handleResult(remove.mutateAsync(wall.wall_id, { onSuccess: () => void navigate(paths.walls) }), {
            onError: toasts.error,
          })
        }
      >
        <Trans>“{wall.name}” and its photos will no longer be shown. Its code stays and shows a notice.</Trans>
      </ConfirmDialog>
    </>
  );
}

function Pictures({ wall, view, canEdit }: { wall: Wall; view: View; canEdit: boolean }) {
  const toasts = useToasts();
  const moderate = useModerate(wall.wall_id);
  const zone = useOrganizationData().data?.time_zone;
  const [page, setPage] = useState(1);
  const posts = useQuery(postsQuery(wall.wall_id, view, page));
  const items = posts.data?.items ?? [];
  const [current, choose] = useSelectedPost(items);
  if (items.length === 0 && page > 1 && posts.isSuccess && !posts.isPlaceholderData) {
    // The last picture of the last page was decided, but those before it are still pending.
    setPage(Math.max(1, Math.ceil(posts.data.total / PAGE_SIZE)));
  }
  const changing = useRef(new Set<string>());
  const [leaving, setLeaving] = useState<Post | null>(null);
  const act = (post: Post | undefined, action: Action) => {
    if (post === undefined || !fits(action, post) || changing.current.has(post.post_id)) {
      return;
    }
    changing.current.add(post.post_id);
    handleResult(moderate.mutateAsync({ postIds: [post.post_id], action }), {
      onError: toasts.error,
      onSettled: () => changing.current.delete(post.post_id),
    });
  };
  useModerationKeys({
    isOn: canEdit && items.length > 0,
    onStep: (step) => choose(Math.min(Math.max(current + step, 0), items.length - 1)),
    onAction: (action) => act(items[current], action),
  });
  if (isUnreadable(posts)) {
    return (
      <Card>
        <ErrorState error={posts.error} onRetry={() => void posts.refetch()} />
      </Card>
    );
  }
  if (posts.isPending) {
    return (
      <Grid>
        {[1, 2, 3, 4].map((key) => (
          <Skeleton key={key} variant="rounded" sx={{ aspectRatio: "0.8", height: "auto", borderRadius: 3 }} />
        ))}
      </Grid>
    );
  }
  if (items.length === 0) {
    return (
      <Card>
        <EmptyState icon={<PhotoLibraryOutlinedIcon />} title={t`No photos`} text={t(EMPTY[view])} />
      </Card>
    );
  }
  return (
    <>
      {posts.isError ? (
        <Alert severity="warning" sx={{ mb: 2 }}>
          <Trans>New photos can’t be loaded right now. Showing the latest ones.</Trans>
        </Alert>
      ) : null}
      {canEdit ? (
        <Typography variant="body2" color="textSecondary" sx={{ mb: 2, display: { xs: "none", md: "block" } }}>
          <Trans>
            Keys: <Key>←</Key> <Key>→</Key> move
          </Trans>
          {KEYS.filter(({ action }) => items.some((post) => fits(action, post))).map(({ key, action, does }) => (
            <Fragment key={action}>
              , <Key>{key}</Key> {t(does)}
            </Fragment>
          ))}
        </Typography>
      ) : null}
      {canEdit && view === "pending" ? <ModeratePage wallId={wall.wall_id} posts={items} /> : null}
      <Grid>
        {items.map((post, place) => (
          <PostTile
            key={post.post_id}
            post={post}
            zone={zone}
            canEdit={canEdit}
            isCurrent={canEdit && place === current}
            onSelect={() => choose(place)}
            onAction={(action) => (action === "delete" ? setLeaving(post) : act(post, action))}
          />
        ))}
      </Grid>
      <ConfirmDialog
        open={leaving !== null}
        title={t`Delete this photo permanently?`}
        confirmLabel={t`Delete`}
        onCancel={() => setLeaving(null)}
        onConfirm={() => {
          act(leaving ?? undefined, "delete");
          setLeaving(null);
        }}
      >
        <Trans>You can’t undo this. Rejected photos are not visible to visitors either.</Trans>
      </ConfirmDialog>
      <ListPages total={posts.data.total} pageSize={PAGE_SIZE} page={page} onPage={setPage} />
    </>
  );
}

function Key({ children }: { children: string }) {
  return (
    <Box
      component="kbd"
      sx={{
        px: 0.75,
        py: 0.125,
        border: 1,
        borderColor: "divider",
        borderRadius: 1,
        fontFamily: "inherit",
        fontSize: "0.8em",
      }}
    >
      {children}
    </Box>
  );
}

function Grid({ children }: { children: React.ReactNode }) {
  return (
    <Box
      component="ul"
      sx={{
        m: 0,
        p: 0,
        listStyle: "none",
        display: "grid",
        gap: 2,
        gridTemplateColumns: {
          xs: "repeat(2, minmax(0, 1fr))",
          md: "repeat(3, minmax(0, 1fr))",
          xl: "repeat(5, minmax(0, 1fr))",
        },
      }}
    >
      {children}
    </Box>
  );
}
