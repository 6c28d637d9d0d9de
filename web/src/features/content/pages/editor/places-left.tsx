import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import LinearProgress from "@mui/material/LinearProgress";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import { formPlacesQuery } from "@/features/content/pages/api/pages";
import { usePuckState } from "@/features/content/pages/editor/puck-config";
import { messageOf } from "@/shared/api/errors";

/** The edited page, once it was published. Places can't be reserved before that. */
export const PublishedPageId = createContext<string | null>(null);

/** Returns the capacities and reserved places of the selected form, as far as it is published. */
export function useFormPlaces() {
  const pageId = useContext(PublishedPageId);
  const form = usePuckState((state) => (state.selectedItem?.props as { form_id?: string } | undefined)?.form_id);
  const places = useQuery({ ...formPlacesQuery(pageId ?? ""), enabled: pageId !== null });
  return { ...places, places: (places.data?.places ?? []).filter((place) => place.form_id === form) };
}

/** The places left for each limited option of the form, and for the form as a whole. */
export function PlacesLeft({ label }: { label: string }) {
  const { places, isLoading, error } = useFormPlaces();
  if (isLoading) {
    return <Skeleton variant="rounded" height={48} />;
  }
  if (error) {
    return <Alert severity="warning">{messageOf(error)}</Alert>;
  }
  if (places.length === 0) {
    return null;
  }
  return (
    <Box component="section" aria-label={label}>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        {label}
      </Typography>
      <Stack component="ul" spacing={1.5} sx={{ listStyle: "none", p: 0, m: 0 }}>
        {places.map((place) => {
          const name = place.option ?? t`All answers`;
          return (
            <li key={`${place.field ?? ""}=${place.option ?? ""}`}>
              <Stack direction="row" spacing={1} sx={{ justifyContent: "space-between" }}>
                <Typography variant="body2" sx={{ overflowWrap: "anywhere" }}>
                  {name}
                </Typography>
                <Typography variant="body2" sx={{ fontWeight: 600, flexShrink: 0 }}>
                  {place.left === 0 ? t`Full` : t`${place.left} left`}
                </Typography>
              </Stack>
              <LinearProgress
                variant="determinate"
                value={Math.min(100, (place.taken / place.capacity) * 100)}
                aria-label={t`${name}: ${place.taken} of ${place.capacity} taken`}
              />
              <Typography variant="caption" color="textSecondary">
                <Trans>
                  {place.taken} of {place.capacity} taken
                </Trans>
              </Typography>
            </li>
          );
        })}
      </Stack>
    </Box>
  );
}
