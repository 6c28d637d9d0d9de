import { plural, t } from "@lingui/core/macro";
import { Plural } from "@lingui/react/macro";
import Card from "@mui/material/Card";
import CardActionArea from "@mui/material/CardActionArea";
import Box from "@mui/material/Box";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import Pagination from "@mui/material/Pagination";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { type ReactNode, useRef } from "react";
import { Link } from "react-router";
import type { ActivityOfCodes, CodeActivity } from "@/features/codes/codes/api/code-activity";
import { FamilyChip, TagChips } from "@/features/codes/codes/components/code-activity";
import { Sparkline } from "@/shared/components/charts/sparkline";
import { KindChip, destinationOf, StateChip } from "@/features/codes/codes/components/code-labels";
import { CodeMenu } from "@/features/codes/codes/components/code-menu";
import { CodePicture } from "@/features/codes/codes/components/code-picture";
import type { Code } from "@/features/codes/codes/types";
import type { CodesView } from "@/features/codes/codes/use-codes-view";
import { paths } from "@/shared/config/paths";
import { dragCodes } from "@/shared/folders/dragging";

/** Two lines, because one truncated line shows too little of a name at a zoom of 400 %. */
const TWO_LINES = {
  display: "-webkit-box",
  WebkitLineClamp: 2,
  WebkitBoxOrient: "vertical",
  overflow: "hidden",
  overflowWrap: "anywhere",
} as const;

interface CodesCardsProps {
  codes: readonly Code[];
  activity: ActivityOfCodes;
  failure: ReactNode;
  total: number;
  loading: boolean;
  view: CodesView;
  empty: ReactNode;
  selected?: ReadonlySet<string>;
  onSelect?: (ids: ReadonlySet<string>) => void;
}

/** The list of codes on phones. */
export function CodesCards({
  codes,
  activity,
  failure,
  total,
  loading,
  view,
  empty,
  selected,
  onSelect,
}: CodesCardsProps) {
  const top = useRef<HTMLDivElement>(null);
  const toggle = (codeId: string) => {
    const ids = new Set(selected);
    if (!ids.delete(codeId)) {
      ids.add(codeId);
    }
    onSelect?.(ids);
  };
  if (loading && codes.length === 0) {
    return (
      <Stack spacing={1.5}>
        {[1, 2, 3, 4].map((row) => (
          <Skeleton key={row} variant="rounded" height={92} />
        ))}
      </Stack>
    );
  }
  if (codes.length === 0) {
    return <>{empty}</>;
  }
  const pages = Math.ceil(total / view.pageSize);
  const here = codes.map((code) => code.code_id);
  const selectedHere = here.filter((id) => selected?.has(id)).length;
  const toggleAll = (on: boolean) => {
    const ids = new Set(selected);
    here.forEach((id) => (on ? ids.add(id) : ids.delete(id)));
    onSelect?.(ids);
  };
  const turnTo = (page: number) => {
    view.setPage(page, view.pageSize);
    top.current?.scrollIntoView({ block: "start" });
  };
  return (
    <Box ref={top} sx={{ scrollMarginTop: 80 }}>
      <Stack direction="row" sx={{ alignItems: "center", justifyContent: "space-between", mb: 0.5 }}>
        {selected ? (
          <FormControlLabel
            control={
              <Checkbox
                size="small"
                checked={selectedHere === here.length}
                indeterminate={selectedHere > 0 && selectedHere < here.length}
                onChange={(_, on) => toggleAll(on)}
              />
            }
            label={t`All on this page`}
            slotProps={{ typography: { variant: "body2" } }}
            sx={{ ml: 0 }}
          />
        ) : (
          <span />
        )}
        <Typography variant="body2" color="textSecondary">
          {plural(total, { one: "# code", other: "# codes" })}
        </Typography>
      </Stack>
      {failure}
      <Stack spacing={1.5} component="ul" sx={{ listStyle: "none", p: 0, m: 0 }} aria-label={t`Your codes`}>
        {codes.map((code) => (
          <Card
            key={code.code_id}
            component="li"
            draggable={selected !== undefined}
            onDragStart={(event) => {
              if (selected) {
                dragCodes(event, selected.has(code.code_id) ? [...selected] : [code.code_id]);
              }
            }}
            sx={{ display: "flex", alignItems: "center" }}
          >
            {selected ? (
              <Checkbox
                size="small"
                checked={selected.has(code.code_id)}
                onChange={() => toggle(code.code_id)}
                slotProps={{ input: { "aria-label": t`Select ${code.name}` } }}
                sx={{ ml: 0.5, mr: -1 }}
              />
            ) : null}
            <CardActionArea component={Link} to={paths.showCode(code.code_id)} sx={{ minWidth: 0, flex: 1 }}>
              <Stack direction="row" spacing={1.5} sx={{ p: 1.5, alignItems: "center" }}>
                <CodePicture src={code.svg_url} name={code.name} size={60} />
                <Box sx={{ minWidth: 0 }}>
                  <Typography variant="subtitle2" sx={TWO_LINES}>
                    {code.name}
                  </Typography>
                  <Typography variant="body2" color="textSecondary" noWrap>
                    {destinationOf(code)}
                  </Typography>
                  <Stack direction="row" sx={{ flexWrap: "wrap", gap: 0.75, mt: 0.75 }}>
                    <KindChip kind={code.type} />
                    <StateChip code={code} />
                    <FamilyChip code={code} activity={activity.get(code.code_id)} />
                    {code.tags.length > 0 ? <TagChips tags={code.tags} /> : null}
                  </Stack>
                  <ScansLine activity={activity.get(code.code_id)} />
                </Box>
              </Stack>
            </CardActionArea>
            <Box sx={{ pr: 0.5 }}>
              <CodeMenu code={code} />
            </Box>
          </Card>
        ))}
        {pages > 1 ? (
          <Box component="li" sx={{ alignSelf: "center", pt: 1 }}>
            <Pagination count={pages} page={view.page} siblingCount={0} onChange={(_, page) => turnTo(page)} />
          </Box>
        ) : null}
      </Stack>
    </Box>
  );
}

/** Space is reserved while the numbers load, so that the layout does not shift. */
function ScansLine({ activity }: { activity: CodeActivity | undefined }) {
  return (
    <Stack direction="row" spacing={1} sx={{ alignItems: "center", mt: 0.5, minHeight: 20 }}>
      {activity ? (
        <>
          {activity.scans > 0 ? <Sparkline values={activity.days} /> : null}
          <Typography variant="caption" color="textSecondary">
            <Plural value={activity.scans} one="# scan in 30 days" other="# scans in 30 days" />
          </Typography>
        </>
      ) : null}
    </Stack>
  );
}
