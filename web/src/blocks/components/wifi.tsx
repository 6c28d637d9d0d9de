import type { BlockComponentProps } from "@/blocks/context";
import { Icon } from "@/blocks/icons";
import { joiningCode } from "@/blocks/qr";
import type { BlockProps } from "@/blocks/types";
import { fill } from "@/blocks/words";

const SIDE = 200;
const QUIET = 4;

/** A Wi-Fi network to join: a code for another device, and the credentials to copy on this one. */
export function Wifi(props: BlockComponentProps<BlockProps["Wifi"]>) {
  const { id, ssid, password = "", security = "WPA", hidden = false, page } = props;
  const { words } = page;
  const isOpen = security === "nopass";
  return (
    <section className="wp-card wp-coupon" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{words.wifiJoin}</h2>
      {ssid === "" ? null : (
        <Code {...joiningCode({ ssid, password, security, hidden })} label={fill(words.wifiCode, { network: ssid })} />
      )}
      <p className="wp-soft">{words.wifiScan}</p>
      <Chip id={`${id}-network`} label={words.wifiNetwork} text={ssid} copy={words.copy} copied={words.copied} />
      {isOpen ? (
        <p className="wp-soft">{words.wifiOpen}</p>
      ) : (
        <Chip
          id={`${id}-password`}
          label={words.wifiPassword}
          text={password}
          copy={words.copy}
          copied={words.copied}
        />
      )}
      {hidden ? <p className="wp-soft">{words.wifiHidden}</p> : null}
    </section>
  );
}

/** Black on white in the dark theme too, because most phones cannot read anything else. */
function Code({ side, path, label }: { side: number; path: string; label: string }) {
  const whole = side + 2 * QUIET;
  return (
    <svg width={SIDE} height={SIDE} viewBox={`${-QUIET} ${-QUIET} ${whole} ${whole}`} role="img" aria-label={label}>
      <path fill="#fff" d={`M${-QUIET} ${-QUIET}h${whole}v${whole}h${-whole}z`} />
      <path fill="#000" d={path} />
    </svg>
  );
}

interface ChipProps {
  id: string;
  label: string;
  text: string;
  copy: string;
  copied: string;
}

function Chip({ id, label, text, copy, copied }: ChipProps) {
  return (
    <>
      <p className="wp-soft" id={`${id}-label`}>
        {label}
      </p>
      <p className="wp-coupon-code">
        <code id={id} dir="auto">
          {text}
        </code>
        <button
          type="button"
          className="wp-copy"
          data-copy={id}
          data-done={copied}
          aria-labelledby={`${id}-copy ${id}-label`}
        >
          <Icon name="copy" />
          <span id={`${id}-copy`}>{copy}</span>
        </button>
      </p>
    </>
  );
}
