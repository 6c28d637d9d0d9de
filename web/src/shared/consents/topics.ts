import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { components } from "@/shared/api/schema";

type Topic = Required<components["schemas"]["ConsentCondition"]>;

/** The channels by which people can be reached, each with its own consent. */
export const CHANNELS: Record<Topic["channel"], MessageDescriptor> = {
  email: msg`Email`,
  sms: msg`Text message`,
  whatsapp: msg`WhatsApp`,
  web_push: msg`Browser notifications`,
  wallet_push: msg`Wallet notifications`,
};

/** The purposes to which people consent. */
export const PURPOSES: Record<Topic["purpose"], MessageDescriptor> = {
  marketing: msg`News and offers`,
  feedback: msg`Surveys`,
  service: msg`Service messages`,
};
