import type { Audience } from "@/blocks/types";

/** Whether a block targets only some visitors. The server includes or drops it. */
export function hasAudience(props: Audience): boolean {
  return Boolean(
    props.for_devices?.length ||
    props.for_languages?.length ||
    props.for_visitors ||
    props.for_segments?.length ||
    props.shown_from ||
    props.shown_until,
  );
}
