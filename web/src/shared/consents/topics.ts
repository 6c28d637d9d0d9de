import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { components } from "@/shared/api/schema";

type Topic = Required<components["schemas"]["ConsentCondition"]>;

/** Ways to reach people, as they consent to each. */
export const CHANNELS: Record<Topic["channel"], MessageDescriptor> = {
  email: msg`Email`,
  sms: msg`Text message`,
  whatsapp: msg`WhatsApp`,
  web_push: msg`Browser notifications`,
  wallet_push: msg`Wallet notifications`,
};

/** What people consent to. */
export const PURPOSES: Record<Topic["purpose"], MessageDescriptor> = {
  marketing: msg`News and offers`,
  feedback: msg`Surveys`,
  service: msg`Service messages`,
};
