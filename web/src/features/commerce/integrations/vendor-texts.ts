import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

interface FieldText {
  label: MessageDescriptor;
  help?: MessageDescriptor;
}

interface SettingText extends FieldText {
  name: string;
  /** A `list` is chosen from those of the account, once it is connected. */
  kind: "text" | "switch" | "list";
  /** For a switch that is on by default. */
  startsOn?: boolean;
}

interface VendorText {
  /** The purpose of the vendor's product. */
  text: MessageDescriptor;
  /** What is sent to the vendor, in plain words. */
  sends: MessageDescriptor;
  /** What is received from the vendor, in plain words. */
  takes?: MessageDescriptor;
  /** Fields of the connection form, by name. */
  fields: Record<string, FieldText>;
  settings: readonly SettingText[];
}

/** The admin's texts about vendors. A vendor without an entry is shown by its name. */
export const VENDOR_TEXTS: Record<string, VendorText> = {
  webhooks: {
    text: msg`Send events to an address of your own as they happen.`,
    sends: msg`The events that you choose, signed according to Standard Webhooks. Names, addresses and answers only if you turn that on.`,
    fields: {},
    settings: [
      {
        name: "url",
        kind: "text",
        label: msg`Address`,
        help: msg`Starts with https:// and answers with a status of 200 to 299`,
      },
      {
        name: "with_people",
        kind: "switch",
        label: msg`Send names, addresses and answers`,
        help: msg`Otherwise customers are only an ID.`,
      },
    ],
  },
  rest_hooks: {
    text: msg`Let Zapier, Make and your own programs subscribe to events with an API key.`,
    sends: msg`The event that was subscribed to, signed according to Standard Webhooks. Names, addresses and answers only if the subscription asks for them.`,
    fields: {},
    settings: [
      { name: "url", kind: "text", label: msg`Address`, help: msg`Starts with https://; an answer of 410 ends it` },
      {
        name: "with_people",
        kind: "switch",
        label: msg`Send names, addresses and answers`,
        help: msg`Otherwise customers are only an ID.`,
      },
    ],
  },
  shopify: {
    text: msg`See the orders of your shop beside the codes that brought them, and make discounts from promo codes.`,
    sends: msg`Discounts that you make here, and orders that you place here. Nothing about visitors.`,
    takes: msg`Paid orders and refunds of customers with an email address or phone number, with the discount codes that were used. An order counts for the code that gave out its promo code.`,
    fields: {
      shop: { label: msg`Shop`, help: msg`NAME.myshopify.com` },
    },
    settings: [{ name: "takes_orders", kind: "switch", startsOn: true, label: msg`Take in paid orders and refunds` }],
  },
  klaviyo: {
    text: msg`Keep profiles and events in Klaviyo up to date.`,
    sends: msg`People who agreed to marketing, with their address, number and name, and what they do with your codes.`,
    fields: {
      api_key: {
        label: msg`Private API key`,
        help: msg`In Klaviyo: Settings, API keys. It needs full access to accounts (read), events, lists, profiles, segments and subscriptions.`,
      },
    },
    settings: [
      {
        name: "list_id",
        kind: "list",
        label: msg`List`,
        help: msg`People who agree in a form join this list.`,
      },
    ],
  },
  attentive: {
    text: msg`Send events to Attentive and subscribe people who agreed.`,
    sends: msg`People who agreed to marketing, with the phone number or email address at which they agreed to be contacted, and what they do with your codes.`,
    fields: {
      api_key: {
        label: msg`API key`,
        help: msg`In Attentive: Marketplace, Create app. The app may write custom events, custom attributes and subscribers; we also read whether somebody is subscribed.`,
      },
    },
    settings: [
      {
        name: "sign_up_source_id",
        kind: "text",
        label: msg`Sign-up unit ID`,
        help: msg`People who agree in a form are subscribed with this unit. Leave empty to send events only.`,
      },
    ],
  },
  google_analytics: {
    text: msg`See scans, forms and orders of people who agreed beside your website’s events in Google Analytics 4.`,
    sends: msg`What people who agreed to marketing do with your codes, under a pseudonym. Addresses and numbers are included only if you turn that on, and only as hashes.`,
    fields: {
      measurement_id: {
        label: msg`Measurement ID`,
        help: msg`In Google Analytics: Admin, Data streams. It looks like G-AB12CD34EF.`,
      },
      api_secret: {
        label: msg`API secret`,
        help: msg`In the data stream: Measurement Protocol API secrets. Google doesn’t say whether it is right: look for an event called waypost_test or your first form in the reports.`,
      },
    },
    settings: [
      {
        name: "with_user_data",
        kind: "switch",
        label: msg`Send hashed addresses and numbers`,
        help: msg`For matching with Google Ads. Only where someone agreed to that channel.`,
      },
    ],
  },
  meta: {
    text: msg`Tell Meta which forms, visits and orders your ads led to, from our server and without a pixel.`,
    sends: msg`What people who agreed to marketing do with your codes, with hashes of their name and of the address or number at which they agreed to be contacted.`,
    fields: {
      dataset_id: { label: msg`Dataset ID`, help: msg`In the Events Manager: Data sources. Once called pixel ID.` },
      access_token: {
        label: msg`Access token`,
        help: msg`In the dataset’s settings: Conversions API, Generate access token.`,
      },
    },
    settings: [
      {
        name: "test_event_code",
        kind: "text",
        label: msg`Test event code`,
        help: msg`Shows events under Test events in the Events Manager. Leave empty in daily use.`,
      },
    ],
  },
  google_sheets: {
    text: msg`Add each form submission as a row to a spreadsheet.`,
    sends: msg`Answers of forms with the time, the code and the page. We see and change only spreadsheets that you pick or share with the service account, and those that we make.`,
    fields: {
      service_account: {
        label: msg`Key of a service account (JSON)`,
        help: msg`In Google Cloud: turn on the Sheets and Drive APIs, make a service account, and paste its JSON key. Then share your spreadsheet with the service account’s address.`,
      },
    },
    settings: [],
  },
  square: {
    text: msg`See loyalty, customers, orders and products of your Square account, and give points.`,
    sends: msg`Nothing but points that you give. We read your business name, customers, loyalty accounts, orders and products; we change loyalty points only.`,
    fields: {},
    settings: [],
  },
  yotpo: {
    text: msg`See how many points a customer has in Yotpo Loyalty.`,
    sends: msg`Nothing but the address that you look up. We read the points and the tier of this customer.`,
    fields: {
      guid: {
        label: msg`GUID`,
        help: msg`In Yotpo Loyalty: Settings, General settings`,
      },
      api_key: {
        label: msg`API key`,
        help: msg`It stands next to the GUID.`,
      },
    },
    settings: [],
  },
};

/** Names of event kinds as the screen shows them. */
export const KIND_TEXTS: Record<string, MessageDescriptor> = {
  scan: msg`Scans`,
  view: msg`Page views`,
  use: msg`Clicks on pages`,
  submit: msg`Forms sent`,
  vote: msg`Votes`,
  play: msg`Game plays`,
  redemption: msg`Redemptions`,
  message: msg`Messages`,
  pass: msg`Passes`,
  order: msg`Orders`,
  issue: msg`Codes issued`,
  segment: msg`Segment changes`,
  referral: msg`Referrals`,
  points: msg`Points`,
  award: msg`Rewards`,
  prize: msg`Prizes`,
  click: msg`Clicks in messages`,
  withdrawal: msg`Withdrawn consents`,
};

/** Names of the customer fields that can be sent, as the screen shows them. */
export const PROFILE_TEXTS: Record<string, MessageDescriptor> = {
  customer_id: msg`Customer ID`,
  first_name: msg`First name`,
  last_name: msg`Last name`,
  language: msg`Language`,
  birthday: msg`Birthday`,
  time_zone: msg`Time zone`,
  source: msg`Where they came from`,
};

/** The permissions that a login grants, by the vendor's scope name. */
export const SCOPE_TEXTS: Record<string, MessageDescriptor> = {
  read_products: msg`see products`,
  read_orders: msg`see orders`,
  write_orders: msg`place orders`,
  read_customers: msg`see customers`,
  read_discounts: msg`see discounts`,
  write_discounts: msg`make and end discounts`,
  MERCHANT_PROFILE_READ: msg`see the name of the business`,
  CUSTOMERS_READ: msg`see customers`,
  LOYALTY_READ: msg`see loyalty points`,
  LOYALTY_WRITE: msg`give loyalty points`,
  ORDERS_READ: msg`see orders`,
  ITEMS_READ: msg`see products`,
  "drive.file": msg`see and change spreadsheets that were created or picked here`,
};

/** The state of a delivery. */
export const STATE_TEXTS: Record<string, MessageDescriptor> = {
  waiting: msg`Waiting`,
  sending: msg`Sending`,
  delivered: msg`Delivered`,
  skipped: msg`Not sent`,
  refused: msg`Refused`,
  set_aside: msg`Set aside`,
};

/** The purpose of a request. */
export const PURPOSE_TEXTS: Record<string, MessageDescriptor> = {
  delivery: msg`Events`,
  test: msg`Test`,
  refresh: msg`New access`,
  read: msg`Reading`,
  backfill: msg`Past data`,
  revoke: msg`Removal`,
};

/** The result of a request. */
export const OUTCOME_TEXTS: Record<string, MessageDescriptor> = {
  ok: msg`OK`,
  busy: msg`Too many requests`,
  down: msg`No answer`,
  credentials: msg`Access refused`,
  refused: msg`Refused`,
};

/** The problem, and what helps. */
export const CURES: Record<string, { title: MessageDescriptor; cure: MessageDescriptor }> = {
  credentials: {
    title: msg`Access was refused`,
    cure: msg`Connect again, enter new keys under Settings, or check the other side and resume. Events wait for three days.`,
  },
  down: {
    title: msg`No answer, or an error`,
    cure: msg`We retry for three days. If it continues, check the other side.`,
  },
  busy: {
    title: msg`Too many requests`,
    cure: msg`We wait as long as we were asked to. Nothing is lost.`,
  },
  refused: {
    title: msg`A request was refused`,
    cure: msg`Look at the answer in the history, change the settings, then send the event again.`,
  },
  uninstalled: {
    title: msg`The app was removed there`,
    cure: msg`Connect again to continue. Nothing is received until then.`,
  },
  disabled: {
    title: msg`Switched off after a week of failures`,
    cure: msg`Events are no longer collected. Fix the other side, then resume.`,
  },
};
