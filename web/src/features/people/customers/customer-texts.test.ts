import { expect, test } from "vitest";
import { birthdayText, deedOf } from "@/features/people/customers/customer-texts";
import { fieldNameOf } from "@/features/people/customers/field-names";
import { customerName } from "@/shared/customers/customer-name";

const nobody = { first_name: null, last_name: null, email: null, phone: null, number: "C-7K3MP9QX" };

test("a customer is called by name, else by address, else by number", () => {
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

test("a use of a page is told by its action", () => {
  expect(deedOf({ type: "use", action: "click" })).toBe("Clicked on");
  expect(deedOf({ type: "submit", action: null })).toBe("Sent a form on");
});

test("a field's name is made from its label", () => {
  expect(fieldNameOf(" Größe der Schuhe! ")).toBe("gro_e_der_schuhe");
  expect(fieldNameOf("2nd Café")).toBe("nd_cafe");
  expect(fieldNameOf("日本")).toBe("");
});
