import type { BlockComponentProps } from "@/blocks/context";
import type { BlockProps } from "@/blocks/types";

/**
 * Asks for permission to send notifications, and explains what will be sent and how often before the browser's own
 * prompt.
 */
export function Notifications(props: BlockComponentProps<BlockProps["Notifications"]>) {
  const { id, title, text, button_label, page } = props;
  const { words } = page;
  const states = {
    on: words.pushOn,
    blocked: words.pushBlocked,
    unsupported: words.pushUnsupported,
    homeScreen: words.pushHomeScreen,
    failed: words.pushFailed,
  };
  return (
    <section className="wp-card" aria-labelledby={`${id}-title`} data-push="" data-words={JSON.stringify(states)}>
      <h2 id={`${id}-title`}>{title || words.pushTitle}</h2>
      <p data-push-text="">{text}</p>
      <div data-push-ask="" hidden={!page.editing}>
        <button type="button" className="wp-button wp-button-primary wp-button-wide">
          {button_label || words.pushAllow}
        </button>
        <p className="wp-soft">{words.pushHint}</p>
      </div>
      <p className="wp-status" role="status" />
      <button type="button" className="wp-button wp-button-outline" data-push-off="" hidden>
        {words.pushOff}
      </button>
      <noscript>
        <p className="wp-soft">{words.pushNoScript}</p>
      </noscript>
    </section>
  );
}
