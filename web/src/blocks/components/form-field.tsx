import type { PageContext } from "@/blocks/context";
import { slotMark } from "@/blocks/components/text";
import { boundHint } from "@/blocks/forms/bounds";
import { countriesIn } from "@/blocks/forms/countries";
import type { Field } from "@/blocks/types";

const AUTOCOMPLETE: Record<string, string> = {
  first_name: "given-name",
  last_name: "family-name",
  name: "name",
  email: "email",
  phone: "tel",
  company: "organization",
  address1: "address-line1",
  address2: "address-line2",
  city: "address-level2",
  province: "address-level1",
  zip: "postal-code",
  birthday: "bday",
};

const NATIVE: Partial<Record<Field["input_type"], string>> = {
  email: "email",
  phone: "tel",
  number: "number",
  date: "date",
};

interface FieldProps {
  block: string;
  form: string;
  field: Field;
  page: PageContext;
}

/** One field of a form, with the place for its error message. */
export function FormField({ block, form, field, page }: FieldProps) {
  const { name, input_type, show_if } = field;
  if (input_type === "hidden") {
    return <input type="hidden" name={name} value={field.placeholder_text ?? ""} />;
  }
  const id = `${block}-${name}`;
  const conditional = show_if ? "" : undefined;
  const error = <p className="wp-error" id={`${id}-error`} hidden />;
  if (input_type === "radio" || input_type === "checkboxes") {
    return (
      <fieldset className="wp-field" data-field={name} data-conditional={conditional} aria-describedby={`${id}-error`}>
        <legend>
          <FieldLabel field={field} page={page} />
        </legend>
        {(field.options ?? []).map((option, index) => {
          const place = placeOf(form, field, index);
          return (
            <label key={option} className="wp-check">
              <input
                type={input_type === "radio" ? "radio" : "checkbox"}
                name={name}
                value={option}
                required={input_type === "radio" && isRequired(field)}
                data-place={place}
              />
              <span>
                {option}
                <FullMark place={place} page={page} />
              </span>
            </label>
          );
        })}
        {error}
      </fieldset>
    );
  }
  if (input_type === "checkbox") {
    return (
      <div className="wp-field" data-field={name} data-conditional={conditional}>
        <label className="wp-check">
          <input
            type="checkbox"
            name={name}
            value="yes"
            required={isRequired(field)}
            aria-describedby={`${id}-error`}
          />
          <span>{field.input_display_name}</span>
        </label>
        {error}
      </div>
    );
  }
  const hint = boundHint(field, page.words, page.language);
  return (
    <>
      <div className="wp-field" data-field={name} data-conditional={conditional}>
        <label htmlFor={id}>
          <FieldLabel field={field} page={page} />
        </label>
        {hint ? (
          <p className="wp-optional" id={`${id}-hint`}>
            {hint}
          </p>
        ) : null}
        <Control id={id} form={form} field={field} page={page} hasHint={hint !== ""} />
        {error}
      </div>
      {field.confirm ? <CodeField block={block} page={page} /> : null}
    </>
  );
}

/** Six digits, with room for the spaces and hyphens of a pasted passcode. */
const CODE_LENGTH = 12;

/** The input for the passcode that was sent to the phone number above, shown once it has been sent. */
function CodeField({ block, page }: Pick<FieldProps, "block" | "page">) {
  const id = `${block}-phone_code`;
  return (
    <div className="wp-field" data-field="phone_code" hidden>
      <label htmlFor={id}>{page.words.codeLabel}</label>
      <input
        id={id}
        name="phone_code"
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={CODE_LENGTH}
        aria-describedby={`${id}-error ${id}-help`}
      />
      <p className="wp-optional" id={`${id}-help`}>
        {page.words.codeHelp}
      </p>
      <p className="wp-error" id={`${id}-error`} hidden />
    </div>
  );
}

/** The browser itself can't require a field that may be hidden. */
function isRequired(field: Field): boolean {
  return Boolean(field.required) && !field.show_if;
}

/** Returns the key of an option with a limited number of places, by which the server finds it. */
function placeOf(form: string, field: Field, index: number): string | undefined {
  const option = field.options?.[index] ?? "";
  return field.capacities && Object.hasOwn(field.capacities, option) ? `${form}.${field.name}.${index}` : undefined;
}

/** Filled in by the server once no places of the option are left. */
function FullMark({ place, page }: { place: string | undefined; page: PageContext }) {
  if (place === undefined || page.editing) {
    return null;
  }
  return (
    <>
      {slotMark(`wp:full:${place}`)} – {page.words.full}
      {slotMark(`/wp:full:${place}`)}
    </>
  );
}

function FieldLabel({ field, page }: Omit<FieldProps, "block" | "form">) {
  return (
    <>
      {field.input_display_name}
      {field.required ? null : <span className="wp-optional"> ({page.words.optional})</span>}
    </>
  );
}

interface ControlProps {
  id: string;
  form: string;
  field: Field;
  page: PageContext;
  hasHint: boolean;
}

function Control({ id, form, field, page, hasHint }: ControlProps) {
  const limits = field.validation ?? {};
  const shared = {
    id,
    name: field.name,
    required: isRequired(field),
    "aria-describedby": hasHint ? `${id}-hint ${id}-error` : `${id}-error`,
    autoComplete: AUTOCOMPLETE[field.name],
  };
  const lengths = { minLength: limits.min_length ?? undefined, maxLength: limits.max_length ?? undefined };
  const placeholder = field.placeholder_text || undefined;
  if (field.input_type === "textarea") {
    return <textarea {...shared} {...lengths} rows={4} placeholder={placeholder} />;
  }
  if (field.input_type === "select" || field.input_type === "country") {
    const isCountry = field.input_type === "country";
    return (
      <select {...shared} autoComplete={isCountry ? "country" : shared.autoComplete} defaultValue="">
        <option value="">{placeholder ?? page.words.chooseOne}</option>
        {isCountry
          ? countriesIn(page.language).map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))
          : (field.options ?? []).map((option, index) => {
              const place = placeOf(form, field, index);
              return place === undefined ? (
                <option key={option}>{option}</option>
              ) : (
                <option key={option} value={option} data-place={place}>
                  {`${option}${page.editing ? "" : `${slotMark(`wp:full:${place}`)} – ${page.words.full}${slotMark(`/wp:full:${place}`)}`}`}
                </option>
              );
            })}
      </select>
    );
  }
  const type = NATIVE[field.input_type] ?? (field.name === "email" ? "email" : "text");
  const isText = field.input_type === "text" || field.input_type === "email" || field.input_type === "phone";
  return (
    <input
      {...shared}
      {...(isText ? lengths : { min: limits.min ?? undefined, max: limits.max ?? undefined })}
      type={type}
      placeholder={field.input_type === "date" ? undefined : placeholder}
      inputMode={field.name === "phone" ? "tel" : undefined}
      step={field.input_type === "number" ? "any" : undefined}
      pattern={isText && limits.pattern ? limits.pattern : undefined}
      title={isText && limits.pattern ? field.pattern_text || undefined : undefined}
    />
  );
}
