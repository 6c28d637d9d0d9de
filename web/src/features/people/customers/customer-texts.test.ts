import { expect, test } from "vitest";
import { birthdayText, deedOf } from "@/features/people/customers/customer-texts";
import { fieldNameOf } from "@/features/people/customers/field-names";
import { customerName } from "@/shared/customers/customer-name";

const nobody = { first_name: null, last_name: null, email: null, phone: null, number: "C-7K3MP9QX" };

test("a customer is named by name, else by address, else by number", () => {
  expect(customerName({ ...nobody, first_name: "Ana", last_name: "Silva", email: "ana@example.com" })).toBe(
    "Ana Silva",
  );
  expect(customerName({ ...nobody, email: "ana@example.com", phone: "+14155552671" })).toBe("ana@example.com");
  expect(customerName(nobody)).toBe("C-7K3MP9QX");
});

test("a birthday without a year is shown without one", () => {
  expect(birthdayText("--02-29", "en-GB")).toBe("29 February");
  expect(birthdayText("1990-05-17", "en-GB")).toBe("17 May 1990");
});

test("an activity is described by its subject", () => {
  const deed = (type: string, action: string | null = null, kind: string | null = null) =>
    deedOf({ type, action, subject_kind: kind });
  expect(deed("use", "click")).toBe("Clicked");
  expect(deed("submit")).toBe("Sent a form");
  expect(deed("play")).toBe("Played a game");
  expect(deed("use", "play")).toBe("Played media");
  expect(deed("redemption", null, "reward")).toBe("Redeemed a reward");
  expect(deed("redemption", null, "something new")).toBe("Redeemed");
  expect(deed("order", "paid")).toBe("Ordered");
  expect(deed("order", "refunded")).toBe("An order was refunded");
  expect(deed("segment", "left")).toBe("Left a segment");
  expect(deed("something new")).toBe("something new");
});

test("a field's name is derived from its label", () => {
  expect(fieldNameOf(" Größe der Schuhe! ")).toBe("gro_e_der_schuhe");
  expect(fieldNameOf("2nd Café")).toBe("nd_cafe");
  expect(fieldNameOf("日本")).toBe("");
});
