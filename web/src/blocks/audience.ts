import type { Audience } from "@/blocks/types";

/** Whether a block is for some visitors only: the server shows or drops it. */
export function isForSome(props: Audience): boolean {
  return Boolean(
    props.for_devices?.length ||
    props.for_languages?.length ||
    props.for_visitors ||
    props.shown_from ||
    props.shown_until,
  );
}
