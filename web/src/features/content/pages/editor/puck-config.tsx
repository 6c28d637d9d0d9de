import type { Config, Data } from "@puckeditor/core";
import { createUsePuck } from "@puckeditor/core";
import type { ReactNode } from "react";
import { type PageContext, pageContext } from "@/blocks/context";
import { Block, PageFrame } from "@/blocks/page";
import { BLOCKS } from "@/blocks/registry";
import { beginning, labelOf } from "@/blocks/samples";
import { WithCountryShapes } from "@/features/content/pages/editor/with-country-shapes";
import { brandOn, usePageCss } from "@/features/content/pages/use-brand";
import type { BlockData, BlockType, Brand, PageData, RootProps } from "@/blocks/types";

export const ROOT_ZONE = "root:default-zone";

/** A hook that selects from the editor's state. */
export const usePuckState = createUsePuck();

/** The theme of the edited page. */
function PageStyle(props: Pick<RootProps, "theme" | "background">) {
  return <style>{usePageCss(props)}</style>;
}

/** Returns the Puck configuration for our blocks, which renders the same components as for visitors. */
export function puckConfig(brand: Brand): Config {
  const root = ({ children, ...props }: { children?: ReactNode } & RootProps) => {
    const page = pageContext(props.language ?? "en", brandOn(props.theme, brand), "", true);
    return (
      <>
        <PageStyle theme={props.theme} background={props.background} />
        <PageFrame root={props} page={page} hasHeadline>
          {children}
        </PageFrame>
      </>
    );
  };
  const components = Object.keys(BLOCKS).map((type): [string, unknown] => [
    type,
    {
      label: labelOf(type),
      fields: {},
      defaultProps: beginning(type as BlockType, "new", new Date()),
      render: (props: { id: string }) => {
        const blockView = (shapes?: PageContext["shapes"]) => (
          <Block block={{ type, props } as BlockData} page={pageContext("en", brand, "", true, shapes)} first={false} />
        );
        return type === "Map" ? <WithCountryShapes>{blockView}</WithCountryShapes> : blockView();
      },
    },
  ]);
  return {
    root: { fields: {}, render: root as never },
    components: Object.fromEntries(components) as Config["components"],
  };
}

/** Returns the ID of a block, which Puck's own types leave open. */
export function idOf(block: { props: unknown } | null | undefined): string | undefined {
  const id = (block?.props as { id?: unknown } | undefined)?.id;
  return typeof id === "string" ? id : undefined;
}

/** Converts page data for Puck. */
export function toPuck(data: PageData): Partial<Data> {
  return { root: { props: { ...data.root.props } }, content: data.content };
}

/** Converts Puck's data for the server: without Puck's own parts, and with a unique ID for each form and poll. */
export function fromPuck(data: Data): PageData {
  const taken = new Set<string>();
  return {
    root: { props: data.root.props },
    content: data.content
      .map(({ type, props }): { type: string; props: object } => ({
        type,
        props: withOwnId(type, props as Record<string, unknown>, taken),
      }))
      .filter(isBlock),
  };
}

/** Puck holds only the data that it was given: our own blocks, whose fields write props of their kind. */
function isBlock(item: { type: string; props: object }): item is BlockData {
  return item.type in BLOCKS && idOf(item) !== undefined;
}

const ID_OF: Partial<Record<string, string>> = { Form: "form_id", Vote: "poll_id" };

function withOwnId(type: string, props: Record<string, unknown>, taken: Set<string>): Record<string, unknown> {
  const name = ID_OF[type];
  if (name === undefined) {
    return props;
  }
  const value = props[name];
  const isOwn = typeof value === "string" && value !== "" && !value.endsWith("-new") && !taken.has(value);
  const id = isOwn ? value : `${type.toLowerCase()}-${String(props["id"]).slice(-24)}`;
  taken.add(id);
  return { ...props, [name]: id };
}
