import { OutLink } from "@/blocks/components/link";
import { Photo } from "@/blocks/components/photo";
import { slotMark } from "@/blocks/components/text";
import { type BlockComponentProps, type PageContext, TOKENS } from "@/blocks/context";
import { dayText, momentText } from "@/blocks/dates";
import { Icon } from "@/blocks/icons";
import { safePicture } from "@/blocks/links";
import type { BlockProps } from "@/blocks/types";
import { fill } from "@/blocks/words";

/** The remaining time. The script counts down, and without it the end itself is shown. */
export function Countdown({ to, label, done_text, page }: BlockComponentProps<BlockProps["Countdown"]>) {
  const { words, language } = page;
  const parts = [words.days, words.hours, words.minutes, words.seconds];
  return (
    <section className="wp-card wp-countdown" data-to={to} data-done={done_text}>
      <p className="wp-eyebrow">{label}</p>
      <div className="wp-clock" role="timer" aria-live="off">
        {parts.map((part, index) => (
          <div key={part} className="wp-clock-part">
            <span className="wp-clock-number" data-part={index}>
              –
            </span>
            <span className="wp-clock-label">{part}</span>
          </div>
        ))}
      </div>
      <p className="wp-soft wp-clock-date">
        <time dateTime={to}>{momentText(to, language)}</time>
      </p>
    </section>
  );
}

/** A voucher: its code is visible, or hidden behind a button that works without script. */
export function Coupon(props: BlockComponentProps<BlockProps["Coupon"]>) {
  const { id, title, code, terms, expires_at, reveal = true, page } = props;
  const { words, language } = page;
  const ends = expires_at ? dayText(expires_at, language) : "";
  const opened = (
    <p className="wp-coupon-code">
      <code id={`${id}-code`}>{code}</code>
      <button type="button" className="wp-copy" data-copy={`${id}-code`} data-done={words.copied}>
        <Icon name="copy" />
        <span>{words.copy}</span>
      </button>
    </p>
  );
  return (
    <section className="wp-card wp-coupon" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {reveal ? (
        <details data-coupon={id}>
          <summary className="wp-button wp-button-primary wp-button-wide">{words.showCode}</summary>
          {opened}
        </details>
      ) : (
        opened
      )}
      {terms ? <p className="wp-soft">{terms}</p> : null}
      {ends ? <p className="wp-soft">{fill(words.validUntil, { date: ends })}</p> : null}
    </section>
  );
}

/** The query of an address of ours, so that the response is in the language of the linking page. */
const languageQuery = ({ language }: PageContext) => `?lang=${encodeURIComponent(language)}`;

/** A game in a frame, with a link to its own page below for browsers that show no frames. */
export function Game({ id, game_id, title, page }: BlockComponentProps<BlockProps["Game"]>) {
  const path = `/game/${encodeURIComponent(game_id)}${languageQuery(page)}`;
  return (
    <section className="wp-card wp-teaser">
      <h2>{title}</h2>
      {page.editing || game_id === "" ? null : (
        <div className="wp-video">
          <iframe className="wp-game-frame" src={path} title={title || page.words.play} height={704} loading="lazy" />
        </div>
      )}
      <OutLink href={path} block={id} className="wp-button wp-button-primary" editing={page.editing}>
        {page.words.play}
      </OutLink>
    </section>
  );
}

const MAX_PICTURES = 12;

/** The newest pictures of visitors, which the server fills in, and a link to all of them. */
export function Wall({ id, wall_id, title, count = MAX_PICTURES, page }: BlockComponentProps<BlockProps["Wall"]>) {
  return (
    <section className="wp-card wp-teaser">
      <h2>{title}</h2>
      {page.editing || typeof wall_id !== "string" ? null : slotMark(`wp:wall:${wall_id}.${count}`)}
      <OutLink
        href={`/wall/${encodeURIComponent(wall_id)}/${languageQuery(page)}`}
        block={id}
        className="wp-button wp-button-outline"
        editing={page.editing}
      >
        {page.words.seeWall}
      </OutLink>
    </section>
  );
}

/** A question to which each visitor gives one answer. The script sends the vote and fetches the tally. */
export function Vote(props: BlockComponentProps<BlockProps["Vote"]>) {
  const { poll_id, question, choices, changeable = false, show_results = "after", page } = props;
  const { words } = page;
  const labels = {
    voted: changeable ? words.voteAgain : words.voted,
    failed: words.voteFailed,
    change: words.changeVote,
    poll_closed: words.poll_closed,
    poll_not_found: words.poll_closed,
    code_not_found: words.poll_closed,
    code_not_open: words.code_not_open,
    already_voted: words.already_voted,
    invalid: words.not_an_option,
    too_many_requests: words.too_many_requests,
    only_people_vote: words.only_people_vote,
  };
  return (
    <form
      className="wp-card wp-vote"
      method="post"
      action={
        page.editing ? undefined : `/code/${TOKENS.codeId}/poll/${encodeURIComponent(poll_id)}${languageQuery(page)}`
      }
      data-poll={poll_id}
      data-changeable={changeable ? "" : undefined}
      data-results={show_results}
      data-words={JSON.stringify(labels)}
    >
      <fieldset>
        <legend>{question}</legend>
        {choices.map((choice, index) => (
          <label
            key={choice.id}
            className={`wp-choice${choice.picture_url ? " wp-choice-pictured" : ""}`}
            data-choice={choice.id}
          >
            <input type="radio" name="choice" value={choice.id} required={index === 0} />
            {choice.picture_url ? <VotePicture url={choice.picture_url} page={page} /> : null}
            <span className="wp-choice-label">{choice.label}</span>
            <span className="wp-choice-count" />
            <span className="wp-choice-bar" aria-hidden="true" />
          </label>
        ))}
      </fieldset>
      <button type={page.editing ? "button" : "submit"} className="wp-button wp-button-primary wp-button-wide">
        {words.vote}
      </button>
      <p className="wp-status" role="status" />
    </form>
  );
}

function VotePicture({ url, page }: { url: string; page: PageContext }) {
  const address = safePicture(url);
  return address === undefined ? null : (
    <Photo url={address} alt="" width={64} height={64} room="thumbnail" page={page} />
  );
}
