import { t } from "@lingui/core/macro";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useParams } from "react-router";
import { type SegmentDetail, segmentQuery } from "@/features/people/segments/api/segments";
import { isUnreadable } from "@/shared/api/unreadable";
import { ErrorState } from "@/shared/components/state-views";
import { paths } from "@/shared/config/paths";

/** Loads the segment in the URL. */
export function SegmentView({ children }: { children: (segment: SegmentDetail) => ReactNode }) {
  const { segmentId = "" } = useParams();
  const segment = useQuery(segmentQuery(segmentId));
  if (segment.isPending) {
    return (
      <Stack spacing={2} aria-busy="true">
        <Skeleton variant="text" width="40%" height={48} />
        <Skeleton variant="rounded" height={320} />
      </Stack>
    );
  }
  if (isUnreadable(segment)) {
    return (
      <ErrorState
        title={t`This segment couldn’t be loaded`}
        error={segment.error}
        onRetry={() => void segment.refetch()}
        back={{ to: paths.segments, label: t`Segments` }}
      />
    );
  }
  return children(segment.data);
}
