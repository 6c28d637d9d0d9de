import type { BlockProps, Field } from "@/blocks/types";

function text(name: string, label: string, placeholder: string, required = true): Field {
  return {
    name,
    input_display_name: label,
    placeholder_text: placeholder,
    required,
    input_type: "text",
  };
}

const FIRST_PAGE: Field = {
  name: "page_divider",
  input_display_name: "About you",
  placeholder_text: "",
  required: false,
  input_type: "page_divider",
  deletable: false,
};

/** The optional address fields of the sign-up form. The second line may stay empty. */
export const ADDRESS_FIELDS: Field[] = [
  text("address1", "Address", "Street and number"),
  text("address2", "Address, second line", "Apartment, floor", false),
  text("city", "City", "City"),
  text("country", "Country", "Country"),
  text("province", "State or province", "State or province"),
  text("zip", "ZIP or postal code", "ZIP or postal code"),
];

/** The fields of the default sign-up form. */
export const SIGN_UP_FIELDS: Field[] = [
  FIRST_PAGE,
  text("first_name", "First name", "First name"),
  text("last_name", "Last name", "Last name"),
  text("email", "Email", "name@example.com"),
  text("phone", "Phone", "5551234567"),
];

/** Returns the default sign-up form, as it is inserted into a page. */
export function signUpForm(formId: string): BlockProps["Form"] {
  return {
    form_id: formId,
    title: "Stay in touch",
    fields: SIGN_UP_FIELDS.map((field) => ({ ...field })),
    submit_label: "Sign up",
    consent_text:
      "I agree that my details are stored to answer me and to send me news. I can withdraw my consent at any time.",
    success_text: "Thank you! You are on the list.",
    next_url: null,
  };
}
