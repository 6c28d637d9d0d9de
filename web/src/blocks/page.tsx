import { type ComponentType, type ReactNode } from "react";
import { hasAudience } from "@/blocks/audience";
import { Photo } from "@/blocks/components/photo";
import { slotMark } from "@/blocks/components/text";
import type { PageContext } from "@/blocks/context";
import { directionOf } from "@/blocks/direction";
import { Icon } from "@/blocks/icons";
import { safePicture } from "@/blocks/links";
import { BLOCKS } from "@/blocks/registry";
import type { BlockData, PageData, RootProps } from "@/blocks/types";
import { fill } from "@/blocks/words";

interface PageFrameProps {
  root: RootProps;
  page: PageContext;
  hasHeadline: boolean;
  children: ReactNode;
}

/** The frame of the blocks: the brand at the top, sharing and the note on analytics at the bottom. */
export function PageFrame({ root, page, hasHeadline, children }: PageFrameProps) {
  const { brand, words } = page;
  const logo = safePicture(brand.logo_url);
  const cover = safePicture(brand.cover_url);
  return (
    <main className={`wp-page wp-${root.width ?? "narrow"}`} lang={page.language} dir={directionOf(page.language)}>
      {cover === undefined ? null : (
        <img
          className={page.editing ? "wp-cover" : "wp-cover wp-hero"}
          src={cover}
          alt=""
          width="1280"
          height="480"
          fetchPriority="high"
          decoding="async"
        />
      )}
      {logo !== undefined || brand.name ? (
        <div className="wp-brand">
          {logo === undefined ? (
            <p>{brand.name}</p>
          ) : (
            <Photo url={logo} alt={brand.name ?? ""} width={176} height={64} room="logo" eager page={page} />
          )}
        </div>
      ) : null}
      {hasHeadline || !root.title ? null : <h1 className="wp-hidden">{root.title}</h1>}
      {children}
      <footer className="wp-footer">
        <button type="button" className="wp-share wp-script-only" data-share data-done={words.linkCopied}>
          <Icon name="share" />
          <span>{words.share}</span>
        </button>
        <p>{fill(words.counts_visits, { name: brand.name || words.owner })}</p>
      </footer>
    </main>
  );
}

interface BlockElementProps {
  block: BlockData;
  page: PageContext;
  /** Whether it is the first picture of the page, which loads before all others. */
  first: boolean;
  /** Whether it takes the place of a cover. */
  hero?: boolean;
}

/** Renders one block from its data. */
export function Block({ block, page, first, hero = false }: BlockElementProps) {
  const Component = BLOCKS[block.type] as ComponentType<Record<string, unknown>>;
  const extra = block.type === "Picture" && first ? { first, hero } : {};
  const { id } = block.props;
  const drawn = (
    <div className={`wp-block wp-block-${block.type.toLowerCase()}`} id={id}>
      <Component {...block.props} {...extra} page={page} />
    </div>
  );
  if (page.editing || !hasAudience(block.props)) {
    return drawn;
  }
  return (
    <>
      {slotMark(`wp:shown:${id}`)}
      {drawn}
      {slotMark(`/wp:shown:${id}`)}
    </>
  );
}

/** Whether a page has its own headline. */
function hasHeadline(content: BlockData[]): boolean {
  return content.some((block) => block.type === "Heading" && block.props.level === 1);
}

/** Whether a page begins with a full-width picture for every visitor, which takes the place of a cover. */
function beginsWithHero({ content }: PageData, page: PageContext): boolean {
  const [block] = content;
  return (
    !page.brand.cover_url &&
    block?.type === "Picture" &&
    (block.props.width ?? "full") === "full" &&
    !block.props.href &&
    !hasAudience(block.props)
  );
}

/** A whole page. */
export function Page({ data, page }: { data: PageData; page: PageContext }) {
  const hasHero = !page.editing && beginsWithHero(data, page);
  const firstPicture = data.content.slice(0, 3).find((block) => block.type === "Picture");
  return (
    <PageFrame root={data.root.props ?? {}} page={page} hasHeadline={hasHeadline(data.content)}>
      {data.content.map((block) => (
        <Block
          key={block.props.id}
          block={block}
          page={page}
          first={block === firstPicture}
          hero={hasHero && block === data.content[0]}
        />
      ))}
    </PageFrame>
  );
}
