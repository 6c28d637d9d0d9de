import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";

/** The reasons why a person gets no message, or why it is delayed. */
const REASONS: Readonly<Record<string, MessageDescriptor>> = {
  gone: msg`Deleted`,
  merged: msg`Merged into another profile`,
  no_address: msg`No address or number`,
  no_device: msg`No pass on a phone or no browser for notifications`,
  suppressed: msg`On the suppression list`,
  withdrawn: msg`Unsubscribed`,
  pending: msg`Consent not confirmed yet`,
  other_address: msg`Consent given for another address`,
  no_consent: msg`Never agreed`,
  quiet_hours: msg`Quiet hours`,
  capped: msg`Frequency cap reached`,
  too_young: msg`Too young`,
  already: msg`Received on another profile`,
  too_late: msg`Not sent in time`,
  no_provider: msg`No provider is connected`,
  holdout: msg`In the holdout group`,
  no_value: msg`A placeholder has no value`,
  no_content: msg`No text in their language`,
};

/** A reason in words; the text of a provider stays as it is. */
export function reasonName(reason: string): string {
  const known = REASONS[reason];
  return known === undefined ? reason : t(known);
}

const MESSAGE_STATES: Readonly<Record<string, MessageDescriptor>> = {
  queued: msg`Waiting`,
  sending: msg`Being sent`,
  unknown: msg`Checking with the provider`,
  sent: msg`Sent`,
  delivered: msg`Delivered`,
  undelivered: msg`Not delivered`,
  bounced: msg`Bounced`,
  failed: msg`Failed`,
  refused: msg`Not sent`,
  cancelled: msg`Cancelled`,
};

/** The name of a message's state. */
export function messageStateName(state: string): string {
  const known = MESSAGE_STATES[state];
  return known === undefined ? state : t(known);
}

const CHANNELS: Readonly<Record<string, MessageDescriptor>> = {
  sms: msg`Text message`,
  email: msg`Email`,
  whatsapp: msg`WhatsApp`,
  web_push: msg`Browser notification`,
  wallet_push: msg`Pass message`,
  push: msg`Notification`,
};

/** The name of a channel. */
export function channelName(channel: string): string {
  const known = CHANNELS[channel];
  return known === undefined ? channel : t(known);
}
