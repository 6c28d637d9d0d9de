import type { ComponentType } from "react";
import { Form } from "@/blocks/components/form";
import { Button, Product, Social } from "@/blocks/components/links";
import { MapCard } from "@/blocks/components/map-card";
import { Picture, Video } from "@/blocks/components/media";
import { Countdown, Coupon, Game, Vote, Wall } from "@/blocks/components/offers";
import { Notifications } from "@/blocks/components/notifications";
import { Wifi } from "@/blocks/components/wifi";
import { Divider, Heading, Text, Welcome } from "@/blocks/components/text";
import type { BlockComponentProps } from "@/blocks/context";
import type { BlockProps, BlockType } from "@/blocks/types";

export type Components = {
  [Type in BlockType]: ComponentType<BlockComponentProps<BlockProps[Type]>>;
};

/** The only set of blocks, used by published pages and by the editor. */
export const BLOCKS: Components = {
  Heading,
  Text,
  Picture,
  Video,
  Button,
  Form,
  Divider,
  Map: MapCard,
  Countdown,
  Product,
  Coupon,
  Wifi,
  Notifications,
  Social,
  Vote,
  Game,
  Wall,
  Welcome,
};

/** Whether a name is that of a block. */
export function isBlockType(type: string): type is BlockType {
  return Object.hasOwn(BLOCKS, type);
}
