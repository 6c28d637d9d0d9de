import { t } from "@lingui/core/macro";
import { z } from "zod";
import type { CreatePromoCodes } from "@/features/promotions/promo-locks/types";
import { nextDay, startOfDay } from "@/shared/format/zoned";
import { formatCount } from "@/shared/format/numbers";

const MAX = 10_000;

const wholeOrEmpty = (most: number) =>
  z
    .string()
    .trim()
    .refine((text) => text === "" || (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= most), {
      message: t`Enter a whole number up to ${formatCount(most)}, or leave empty`,
    });
const isCoordinate = (text: string, most: number) => Number.isFinite(Number(text)) && Math.abs(Number(text)) <= most;

/**
 * The dialog for new promo codes, with all fields as text. Fields that are visible only with a certain choice are
 * validated only with it, because nobody could see the error of a hidden field.
 */
export const batchSchema = z
  .object({
    way: z.enum(["made", "imported"]),
    name: z.string().trim().max(120, "At most 120 characters"),
    amount: z.string().trim(),
    prefix: z.string().trim(),
    list: z.string(),
    maxUses: wholeOrEmpty(1_000_000),
    perCustomer: wholeOrEmpty(1_000_000),
    from: z.string(),
    until: z.string(),
    hasPlace: z.boolean(),
    latitude: z.string().trim(),
    longitude: z.string().trim(),
    radius: z.string().trim(),
  })
  .superRefine((form, context) => {
    const refuse = (path: keyof typeof form, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    if (form.way === "made" && !(/^\d+$/.test(form.amount) && Number(form.amount) >= 1 && Number(form.amount) <= MAX)) {
      refuse("amount", t`Between 1 and 10,000`);
    }
    if (form.way === "made" && !/^[A-Za-z0-9]{0,12}$/.test(form.prefix)) {
      refuse("prefix", t`At most 12 letters and digits`);
    }
    if (form.way === "imported" && linesOf(form.list).length === 0) {
      refuse("list", t`Enter at least one promo code`);
    }
    if (form.way === "imported" && linesOf(form.list).length > MAX) {
      refuse("list", t`At most 10,000 at once`);
    }
    if (form.from && form.until && form.from > form.until) {
      refuse("until", t`The last day must not be before the first day`);
    }
    if (form.hasPlace) {
      for (const [name, most] of [
        ["latitude", 90],
        ["longitude", 180],
      ] as const) {
        if (form[name] === "") {
          refuse(name, t`Enter a coordinate`);
        } else if (!isCoordinate(form[name], most)) {
          refuse(name, t`A number between −${most} and ${most}`);
        }
      }
      if (!(/^\d+$/.test(form.radius) && Number(form.radius) >= 10 && Number(form.radius) <= 100_000)) {
        refuse("radius", t`Between 10 and 100,000 metres`);
      }
    }
  });

export type BatchForm = z.infer<typeof batchSchema>;

export const EMPTY_BATCH: BatchForm = {
  way: "made",
  name: "",
  amount: "100",
  prefix: "",
  list: "",
  maxUses: "1",
  perCustomer: "1",
  from: "",
  until: "",
  hasPlace: false,
  latitude: "",
  longitude: "",
  radius: "200",
};

/** Returns the promo codes in a pasted list, separated by line breaks, commas or semicolons. */
export function linesOf(list: string): string[] {
  return list
    .split(/[\n,;]/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** Returns the form as the API expects it. Days begin and end in the organisation's time zone. */
export function batchOf(form: BatchForm, zone: string): Omit<CreatePromoCodes, "qr_id"> {
  const body = {
    prefix: "",
    max_uses: form.maxUses === "" ? null : Number(form.maxUses),
    uses_per_customer: form.perCustomer === "" ? null : Number(form.perCustomer),
    ...(form.name === "" ? {} : { name: form.name }),
    ...(form.from === "" ? {} : { starts_at: startOfDay(form.from, zone) }),
    ...(form.until === "" ? {} : { ends_at: startOfDay(nextDay(form.until), zone) }),
    ...(form.hasPlace
      ? { latitude: Number(form.latitude), longitude: Number(form.longitude), radius_m: Number(form.radius) }
      : {}),
  };
  return form.way === "made"
    ? { ...body, prefix: form.prefix, amount: Number(form.amount) }
    : { ...body, promo_codes: linesOf(form.list) };
}
