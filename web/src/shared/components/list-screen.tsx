import { t } from "@lingui/core/macro";
import SearchIcon from "@mui/icons-material/Search";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Skeleton from "@mui/material/Skeleton";
import type { Theme } from "@mui/material/styles";
import type { ComponentProps, ReactNode } from "react";
import { isUnreadable } from "@/shared/api/unreadable";
import { ListPages } from "@/shared/components/list-pages";
import { Narrowing } from "@/shared/components/narrowing";
import { PageHeader } from "@/shared/components/page-header";
import { SearchBox } from "@/shared/components/search-box";
import { StaleWarning } from "@/shared/components/stale-warning";
import { EmptyState, ErrorState } from "@/shared/components/state-views";
import { useLastPage } from "@/shared/components/use-last-page";
import type { ListView } from "@/shared/url/use-list-view";

/** The query of a list. */
export interface ListQuery<Item> {
  data: { items: Item[]; total?: number } | undefined;
  isPending: boolean;
  isError: boolean;
  isPlaceholderData: boolean;
  error: unknown;
  refetch: () => unknown;
}

interface ListScreenProps extends ComponentProps<typeof PageHeader> {
  /** Shown between the header and the search, for example tabs. */
  above?: ReactNode;
  list: { data?: { total: number } | undefined; isPlaceholderData: boolean };
  view: ListView;
  /** The texts of the search box. */
  search: { label?: string; placeholder?: string };
  /** Fields beside the search box. */
  filters?: ReactNode;
  children: ReactNode;
}

/** On a phone, two filters share a line, so that the list begins on the first screen. */
const narrowing = (theme: Theme) =>
  ({
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: 1.5,
    mb: 2,
    [theme.breakpoints.down("sm")]: { "& > * + *": { flex: "1 1 140px" } },
  }) as const;

/** A screen with a searchable list: its header, search and filters above a `CardList` or a `ListTable`. */
export function ListScreen({ above, list, view, search, filters, children, ...head }: ListScreenProps) {
  return (
    <>
      <PageHeader {...head} />
      {above}
      <Narrowing list={list} isNarrowed={view.isNarrowed}>
        <Box sx={narrowing}>
          <Box sx={{ flex: { xs: "1 1 100%", sm: 1 }, maxWidth: { sm: 360 } }}>
            <SearchBox {...search} value={view.typed} onChange={view.find} />
          </Box>
          {filters}
        </Box>
      </Narrowing>
      {children}
    </>
  );
}

export interface NoItemsProps {
  /** Shown where the list has no items. */
  empty: ComponentProps<typeof EmptyState>;
  /** Shown where no item matches; `clear` labels the button that resets search and filters. */
  nothingFound?: { title: string; text: string; clear?: string };
  view?: Pick<ListView, "isNarrowed" | "clear"> | undefined;
}

/** The empty state of a list. */
export function NoItems({ empty, nothingFound, view }: NoItemsProps) {
  if (!view?.isNarrowed || nothingFound === undefined) {
    return <EmptyState {...empty} />;
  }
  const { clear = t`Show all`, ...texts } = nothingFound;
  return <EmptyState icon={<SearchIcon />} {...texts} action={<Button onClick={view.clear}>{clear}</Button>} />;
}

/** The error state of a list. */
export function ListError({ list }: { list: ListQuery<unknown> }) {
  return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
}

interface CardListProps<Item> extends NoItemsProps {
  /** The accessible name of the list, if its heading does not describe it. */
  label?: string;
  list: ListQuery<Item>;
  /** The page that is shown; without it the list has only one page. */
  view?: ListView;
  layout?: keyof typeof LAYOUTS;
  /** The height of a placeholder card in pixels. */
  height: number;
  /** Renders an item as a list item with its key. */
  children: (item: Item) => ReactNode;
}

/** The view of a list with only one page. */
const ALONE = { page: 1, pageSize: Infinity, setPage: () => undefined };

/** A list of cards with its states and pages. */
export function CardList<Item>({ label, list, view, layout = "rows", height, children, ...none }: CardListProps<Item>) {
  const { data } = list;
  const isBeyond = useLastPage(list, view ?? ALONE);
  return (
    <>
      <StaleWarning reading={list} />
      {isUnreadable(list) ? (
        <Card>
          <ListError list={list} />
        </Card>
      ) : data === undefined || isBeyond ? (
        <Box aria-busy sx={LAYOUTS[layout]}>
          {[1, 2, 3].map((key) => (
            <Skeleton key={key} variant="rounded" height={height} sx={{ borderRadius: 3 }} />
          ))}
        </Box>
      ) : data.items.length === 0 ? (
        <Card>
          <NoItems {...none} view={view} />
        </Card>
      ) : (
        <Box component="ul" aria-label={label} sx={LAYOUTS[layout]}>
          {data.items.map(children)}
        </Box>
      )}
      {view === undefined ? null : (
        <ListPages total={data?.total} pageSize={view.pageSize} page={view.page} onPage={view.setPage} />
      )}
    </>
  );
}

const LIST = { display: "grid", m: 0, p: 0, listStyle: "none", gridTemplateColumns: "minmax(0, 1fr)" } as const;
const LAYOUTS = {
  rows: { ...LIST, gap: 1.5 },
  grid: {
    ...LIST,
    gap: 2,
    gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "repeat(2, minmax(0, 1fr))", lg: "repeat(3, minmax(0, 1fr))" },
  },
} as const;
