import { Webhook } from "standardwebhooks";
import { WaypostError } from "./errors.ts";

/** A webhook's body. */
export interface Event {
  type: string;
  timestamp: string;
  data: { event_id: string; code_id: string | null; customer_id: string | null; [more: string]: unknown };
}

/** The webhook does not come from Waypost, was changed, or is older than five minutes. */
export class SignatureRefused extends WaypostError {
  override name = "SignatureRefused";
}

/**
 * The event of a webhook, if one of the secrets signed it; while one is rotated there are two.
 *
 * `body` is the raw body: parsed and written again it is another text. Handle each `data.event_id` once, as an event
 * may come twice.
 */
export function verifyWebhook(
  body: string,
  headers: Record<string, string | string[] | undefined>,
  ...secrets: string[]
): Event {
  const single = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(" ") : (value ?? "")]),
  );
  for (const secret of secrets) {
    try {
      return new Webhook(secret).verify(body, single) as Event;
    } catch {
      continue;
    }
  }
  throw new SignatureRefused("No secret fits the signature of this webhook.");
}
