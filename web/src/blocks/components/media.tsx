import { OutLink } from "@/blocks/components/link";
import { Photo } from "@/blocks/components/photo";
import type { BlockComponentProps, PageContext } from "@/blocks/context";
import { Icon } from "@/blocks/icons";
import { safeHref, safePicture } from "@/blocks/links";
import type { Room } from "@/blocks/pictures";
import type { BlockProps, Ratio } from "@/blocks/types";
import { videoOf } from "@/blocks/video";
import { fill } from "@/blocks/words";

const SIZES: Record<Ratio, [number, number]> = {
  "16:9": [1280, 720],
  "4:3": [1200, 900],
  "1:1": [1000, 1000],
  "4:5": [960, 1200],
};
const USUAL: Record<string, Ratio> = { full: "16:9", half: "4:3", small: "1:1" };

/** The hosts that serve a video once it is played. */
const HOSTS = { youtube: "YouTube", vimeo: "Vimeo" };

const ROOMS: Record<string, Room> = { full: "column", half: "half", small: "small" };

interface FramedProps {
  url: string | null | undefined;
  alt: string;
  ratio: Ratio;
  room?: Room;
  first?: boolean;
  /** Whether it takes the place of the cover. */
  hero?: boolean;
  page: PageContext;
}

/** A picture whose space is reserved before it loads, so that the layout does not shift. */
export function Framed({ url, alt, ratio, room = "column", first = false, hero = false, page }: FramedProps) {
  const [width, height] = SIZES[ratio];
  const address = safePicture(url);
  const className = `wp-frame wp-r-${ratio.replace(":", "-")}${hero ? " wp-hero" : ""}`;
  if (address === undefined) {
    return (
      <span className={`${className} wp-frame-empty`} role={alt ? "img" : undefined} aria-label={alt || undefined} />
    );
  }
  return (
    <Photo
      className={className}
      url={address}
      alt={alt}
      width={width}
      height={height}
      room={hero ? "hero" : room}
      first={first}
      page={page}
    />
  );
}

/** A picture, optionally a link. */
export function Picture(props: BlockComponentProps<BlockProps["Picture"] & { first?: boolean; hero?: boolean }>) {
  const { id, url, alt, width = "full", href, ratio, page, first, hero } = props;
  const shape = ratio ?? USUAL[width] ?? "16:9";
  const picture = (
    <Framed url={url} alt={alt} ratio={shape} room={ROOMS[width]} first={first} hero={hero} page={page} />
  );
  return (
    <div className={`wp-picture wp-picture-${width}`}>
      {safeHref(href) === undefined ? (
        picture
      ) : (
        <OutLink href={href} block={id} editing={page.editing}>
          {picture}
        </OutLink>
      )}
    </div>
  );
}

/** A video: its poster and a link. No other server is contacted before a click. */
export function Video({ id, url, title, poster_url, page }: BlockComponentProps<BlockProps["Video"]>) {
  const video = videoOf(url);
  const poster = safePicture(poster_url);
  if (video?.kind === "file" && !page.editing) {
    return (
      <figure className="wp-video">
        {/* Captions belong to the file; owners give them with it. */}
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
        <video
          className="wp-frame wp-r-16-9"
          src={video.address}
          poster={poster}
          controls
          playsInline
          preload="none"
          aria-label={title}
          data-play={id}
        />
        {title ? <figcaption>{title}</figcaption> : null}
      </figure>
    );
  }
  return (
    <div
      className="wp-video"
      data-player={video === undefined || video.kind === "file" || page.editing ? undefined : video.player}
      data-block={id}
      data-title={title}
    >
      <OutLink href={video === undefined ? undefined : url} block={id} className="wp-poster" editing={page.editing}>
        <Framed url={poster} alt="" ratio="16:9" page={page} />
        <span className="wp-poster-play">
          <Icon name="play" />
        </span>
        <span className="wp-poster-title">
          <span className="wp-hidden">{page.words.watch}: </span>
          {title}
          {video === undefined || video.kind === "file" ? null : (
            <small className="wp-poster-host">{fill(page.words.playsFrom, { host: HOSTS[video.kind] })}</small>
          )}
        </span>
      </OutLink>
    </div>
  );
}
