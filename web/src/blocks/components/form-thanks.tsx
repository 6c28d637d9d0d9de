import { OutLink } from "@/blocks/components/link";
import { Photo } from "@/blocks/components/photo";
import { slotMark } from "@/blocks/components/text";
import type { BlockComponentProps } from "@/blocks/context";
import { Icon } from "@/blocks/icons";
import { safePicture } from "@/blocks/links";
import type { BlockProps } from "@/blocks/types";

/** Replaces a form that was submitted. Editors see it below the form, and the server shows it if there is no script. */
export function Thanks(props: BlockComponentProps<BlockProps["Form"]>) {
  const { form_id, page } = props;
  if (page.editing) {
    return (
      <div className="wp-done">
        <Content {...props} />
      </div>
    );
  }
  return (
    <div className="wp-done" role="status" tabIndex={-1} data-confetti={props.success_confetti ? "" : undefined} hidden>
      {slotMark(`wp:done:${form_id}`)}
      <Content {...props} />
      {slotMark(`/wp:done:${form_id}`)}
    </div>
  );
}

function Content(props: BlockComponentProps<BlockProps["Form"]>) {
  const { id, title, success_title, success_text, success_picture_url, success_link_label, next_url, page } = props;
  const picture = safePicture(success_picture_url);
  const Title = title ? "h3" : "h2";
  return (
    <>
      {picture === undefined ? (
        <svg className="wp-tick" viewBox="0 0 52 52" width="64" height="64" aria-hidden="true">
          <circle cx="26" cy="26" r="24" />
          <path d="M15 27l8 8 15-17" />
        </svg>
      ) : (
        <Photo
          className="wp-frame wp-r-16-9"
          url={picture}
          alt=""
          width={1280}
          height={720}
          room="column"
          page={page}
        />
      )}
      {success_title ? <Title>{success_title}</Title> : null}
      <p data-thanks>{success_text || page.words.sent}</p>
      {success_link_label && next_url ? (
        <OutLink href={next_url} block={id} className="wp-button wp-button-primary" editing={page.editing}>
          {success_link_label}
        </OutLink>
      ) : null}
      {props.success_share ? (
        <button type="button" className="wp-share wp-script-only" data-share data-done={page.words.linkCopied}>
          <Icon name="share" />
          <span>{page.words.share}</span>
        </button>
      ) : null}
    </>
  );
}
