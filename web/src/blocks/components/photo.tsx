import type { PageContext } from "@/blocks/context";
import { type Room, sourcesOf } from "@/blocks/pictures";

interface PhotoProps {
  /** Already checked with `safePicture`. */
  url: string;
  alt: string;
  /** Its shape, so that nothing moves when it comes. */
  width: number;
  height: number;
  room: Room;
  className?: string;
  /** The first one on a page comes before anything else. */
  first?: boolean;
  /** Shown at once, without coming first. */
  eager?: boolean;
  page: PageContext;
}

/** A picture in the size it is shown at: of ours the fitting copy, of others what there is. */
export function Photo({ url, alt, width, height, room, className, first = false, eager = false, page }: PhotoProps) {
  const sources = sourcesOf(url, page.pictures?.[url], room, { width, height }, page.isWide);
  const picture = (
    <img
      className={className}
      sizes={sources?.sizes}
      srcSet={sources?.webp}
      src={url}
      alt={alt}
      width={width}
      height={height}
      loading={first || eager ? "eager" : "lazy"}
      fetchPriority={first ? "high" : undefined}
      decoding="async"
      data-preview={sources?.preview}
    />
  );
  if (sources?.avif === undefined) {
    return picture;
  }
  return (
    <picture className="wp-photo">
      <source type="image/avif" srcSet={sources.avif} sizes={sources.sizes} />
      {picture}
    </picture>
  );
}
