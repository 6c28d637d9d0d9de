import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Incoming } from "@/features/commerce/integrations/api/integrations";

/** The state of a webhook. */
export const INCOMING_TEXTS: Record<Incoming["state"], MessageDescriptor> = {
  waiting: msg`Waiting`,
  applied: msg`Applied`,
  left_out: msg`Left out`,
  failed: msg`Failed`,
};

/** The reason, by its code in the response. */
export const NOTE_TEXTS: Record<string, MessageDescriptor> = {
  not_paid: msg`The order is not paid, is free, or is a test.`,
  no_customer: msg`The order has no email address or phone number.`,
  invalid: msg`The amount of the order or the address of the customer is not valid.`,
  fault: msg`Something went wrong on our side. Apply it again later.`,
  not_wanted: msg`Taking in orders is switched off in the settings.`,
  not_there: msg`The shop does not have this order.`,
  not_ours: msg`Nothing to do for this kind of message.`,
  still_there: msg`The app is still installed at the shop.`,
  uninstalled: msg`The app was removed at the shop.`,
  erased: msg`The customer is being erased.`,
  nobody: msg`Customer not found.`,
  export_asked: msg`The customer asks for their data: make the file on their page and hand it over.`,
  down: msg`The shop did not answer.`,
  busy: msg`The shop asked to wait.`,
  credentials: msg`The shop refused access.`,
  refused: msg`The shop rejected the request.`,
};
