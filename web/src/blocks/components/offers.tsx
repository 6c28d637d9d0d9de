import { OutLink } from "@/blocks/components/link";
import { slotMark } from "@/blocks/components/text";
import { type BlockComponentProps, TOKENS } from "@/blocks/context";
import { dayText, momentText } from "@/blocks/dates";
import { Icon } from "@/blocks/icons";
import { safePicture } from "@/blocks/links";
import type { BlockProps } from "@/blocks/types";
import { fill } from "@/blocks/words";

/** Time left; the script counts, without it the moment itself stands there. */
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

/** A voucher: its code lies open or under a button, which works without script. */
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
      <h3 id={`${id}-title`}>{title}</h3>
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

/** A place: a drawn card, the address, and a link into the visitor's own maps. */
export function MapCard({ id, latitude, longitude, label, address, page }: BlockComponentProps<BlockProps["Map"]>) {
  const isPlaced = typeof latitude === "number" && typeof longitude === "number";
  const place = isPlaced ? `${latitude},${longitude}` : address;
  return (
    <section className="wp-card wp-map" aria-label={label}>
      <svg className="wp-map-drawing" viewBox="0 0 640 240" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        <rect className="wp-map-land" width="640" height="240" />
        <path className="wp-map-park" d="M0 150c60-30 120-10 150 40v50H0zM470 0h170v70c-60 34-130 24-170-20z" />
        <path className="wp-map-water" d="M640 168c-90-40-150 10-210 28s-70 44-70 44h280z" />
        <path
          className="wp-map-road"
          d="M-10 96C150 60 240 150 340 118S560 40 660 84M210-10c10 90 60 150 40 260M430-10c-30 80-60 120-20 260M-10 200c120-30 220-20 320 60"
        />
        <path className="wp-map-lane" d="M100-10v260M560-10c-20 90-10 170 10 260M-10 40h670" />
        <g transform="translate(296 62) scale(2.4)">
          <path
            className="wp-map-pin"
            d="M12 2C8.13 2 5 5.13 5 9c0 5.25 7 13 7 13s7-7.75 7-13c0-3.87-3.13-7-7-7m0 9.5a2.5 2.5 0 1 1 0-5 2.5 2.5 0 0 1 0 5"
          />
        </g>
      </svg>
      <div className="wp-map-body">
        <div>
          <h3>{label}</h3>
          {address ? <address>{address}</address> : null}
        </div>
        <OutLink
          href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`}
          block={id}
          className="wp-button wp-button-outline"
          editing={page.editing}
        >
          {page.words.openMaps}
        </OutLink>
      </div>
    </section>
  );
}

/** A game to play; its page is a place of its own. */
export function Game({ id, game_id, title, page }: BlockComponentProps<BlockProps["Game"]>) {
  return (
    <section className="wp-card wp-teaser">
      <h3>{title}</h3>
      <OutLink href={`/game/${encodeURIComponent(game_id)}`} block={id} className="wp-button wp-button-primary" editing={page.editing}>
        {page.words.play}
      </OutLink>
    </section>
  );
}

const MOST_PICTURES = 12;

/** The newest pictures of visitors, which the server fills in, and the way to all of them. */
export function Wall({ id, wall_id, title, count = MOST_PICTURES, page }: BlockComponentProps<BlockProps["Wall"]>) {
  return (
    <section className="wp-card wp-teaser">
      <h3>{title}</h3>
      {page.editing || typeof wall_id !== "string" ? null : slotMark(`wp:wall:${wall_id}.${count}`)}
      <OutLink href={`/wall/${encodeURIComponent(wall_id)}/`} block={id} className="wp-button wp-button-outline" editing={page.editing}>
        {page.words.seeWall}
      </OutLink>
    </section>
  );
}

/** A question with one answer each; the tally comes and goes by script. */
export function Vote(props: BlockComponentProps<BlockProps["Vote"]>) {
  const { poll_id, question, choices, changeable = false, show_results = "after", page } = props;
  const { words } = page;
  const said = { voted: changeable ? words.voteAgain : words.voted, failed: words.voteFailed };
  return (
    <form
      className="wp-card wp-vote"
      method="post"
      action={page.editing ? undefined : `/code/${TOKENS.codeId}/poll/${encodeURIComponent(poll_id)}`}
      data-poll={poll_id}
      data-changeable={changeable ? "" : undefined}
      data-results={show_results}
      data-words={JSON.stringify(said)}
    >
      <fieldset>
        <legend>{question}</legend>
        {choices.map((choice, index) => (
          <label key={choice.id} className={`wp-choice${choice.picture_url ? " wp-choice-pictured" : ""}`} data-choice={choice.id}>
            <input type="radio" name="choice" value={choice.id} required={index === 0} />
            {choice.picture_url ? <VotePicture url={choice.picture_url} /> : null}
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

function VotePicture({ url }: { url: string }) {
  const address = safePicture(url);
  return address === undefined ? null : (
    <img src={address} alt="" width="64" height="64" loading="lazy" decoding="async" />
  );
}
