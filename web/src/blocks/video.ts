import { safeHref } from "@/blocks/links";

export type Video = { kind: "youtube" | "vimeo"; address: string; player: string } | { kind: "file"; address: string };

const YOUTUBE_ID = /^[\w-]{6,20}$/;

function youtubeId(address: URL): string | null {
  if (address.hostname === "youtu.be") {
    return address.pathname.slice(1);
  }
  const [, first, second] = address.pathname.split("/");
  return first === "shorts" || first === "embed" || first === "live" ? (second ?? null) : address.searchParams.get("v");
}

/** Returns the host of a video and how to play it, or undefined if we can't play it. */
export function videoOf(url: string): Video | undefined {
  const text = safeHref(url);
  if (text === undefined) {
    return undefined;
  }
  if (text.startsWith("/")) {
    return { kind: "file", address: text };
  }
  const address = new URL(text);
  const host = address.hostname.replace(/^(www|m)\./, "");
  if (host === "youtu.be" || host === "youtube.com" || host === "youtube-nocookie.com") {
    const id = youtubeId(address) ?? "";
    return YOUTUBE_ID.test(id)
      ? { kind: "youtube", address: text, player: `https://www.youtube-nocookie.com/embed/${id}?autoplay=1` }
      : undefined;
  }
  if (host === "vimeo.com" || host === "player.vimeo.com") {
    const id = /\/(\d{5,})/.exec(address.pathname)?.[1];
    return id === undefined
      ? undefined
      : { kind: "vimeo", address: text, player: `https://player.vimeo.com/video/${id}?autoplay=1&dnt=1` };
  }
  return /^https?:$/.test(address.protocol) ? { kind: "file", address: text } : undefined;
}
