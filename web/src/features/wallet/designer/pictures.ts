import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { PassStyle, PictureSlot } from "@/shared/wallet/pass-content";

export interface SlotFrame {
  width: number;
  height: number;
  isWhole: boolean;
  /** The pixel size needed for the sharpest screens. */
  needed: string;
}

interface Slot {
  slot: PictureSlot;
  label: MessageDescriptor;
  text: MessageDescriptor;
  styles: readonly PassStyle[];
}

const ALL: readonly PassStyle[] = ["coupon", "store_card", "event_ticket", "boarding_pass", "generic"];

/** The places in which a pass may have a picture, most important first. */
export const SLOTS: readonly Slot[] = [
  {
    slot: "icon",
    label: msg`Icon`,
    text: msg`On lock screens and in messages; the round logo in Google Wallet`,
    styles: ALL,
  },
  { slot: "logo", label: msg`Logo`, text: msg`At the top left in Apple Wallet`, styles: ALL },
  {
    slot: "strip",
    label: msg`Strip image`,
    text: msg`Behind the primary field; the hero image in Google Wallet`,
    styles: ["coupon", "store_card", "event_ticket"],
  },
  {
    slot: "thumbnail",
    label: msg`Thumbnail`,
    text: msg`Beside the fields, like the photo of a member`,
    styles: ["event_ticket", "generic"],
  },
  {
    slot: "background",
    label: msg`Background image`,
    text: msg`Behind everything; Apple Wallet blurs it`,
    styles: ["event_ticket"],
  },
  { slot: "footer", label: msg`Footer image`, text: msg`Above the barcode`, styles: ["boarding_pass"] },
  {
    slot: "artwork",
    label: msg`Poster`,
    text: msg`The whole front of a poster ticket, iOS 18 and later`,
    styles: ["event_ticket"],
  },
  { slot: "hero", label: msg`Hero image`, text: msg`Google Wallet only, in place of the strip image`, styles: ALL },
  { slot: "wide_logo", label: msg`Wide logo`, text: msg`Google Wallet only, in place of the logo`, styles: ALL },
];

const SIZES: Readonly<Record<Exclude<PictureSlot, "strip">, readonly [number, number]>> = {
  icon: [29, 29],
  logo: [160, 50],
  thumbnail: [90, 90],
  background: [180, 220],
  footer: [286, 15],
  artwork: [358, 448],
  hero: [1032, 336],
  wide_logo: [1280, 400],
};
const WHOLE: readonly PictureSlot[] = ["logo", "thumbnail", "footer", "wide_logo"];

/** The place of a picture on a pass of a style, as the server crops it. */
export function frameOf(slot: PictureSlot, style: PassStyle): SlotFrame {
  const [width, height] = slot === "strip" ? ([375, style === "event_ticket" ? 98 : 144] as const) : SIZES[slot];
  const most = slot === "hero" || slot === "wide_logo" ? 1 : 3;
  return { width, height, isWhole: WHOLE.includes(slot), needed: `${width * most} × ${height * most}` };
}
