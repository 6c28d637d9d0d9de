import type { PageContext } from "@/blocks/context";
import { type Room, sourcesOf } from "@/blocks/pictures";

interface PhotoProps {
  /** Already checked with `safePicture`. */
  url: string;
  alt: string;
  /** Its intrinsic size, so that the layout does not shift when it loads. */
  width: number;
  height: number;
  room: Room;
  className?: string;
  /** Whether it is the first picture of the page, which loads with high priority. */
  first?: boolean;
  /** Whether it loads at once although it is not the first one. */
  eager?: boolean;
  page: PageContext;
}

/** A picture in its displayed size: one of our own has a matching copy, any other is used as it is. */
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
