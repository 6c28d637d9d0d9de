import { type BlockComponentProps, type PageContext, TOKENS } from "@/blocks/context";
import { FormField } from "@/blocks/components/form-field";
import { Thanks } from "@/blocks/components/form-thanks";
import { slotMark } from "@/blocks/components/text";
import { boundTexts } from "@/blocks/forms/bounds";
import { questionsOf, stepsOf } from "@/blocks/forms/steps";
import type { BlockProps, Field } from "@/blocks/types";
import { fill, type Words } from "@/blocks/words";

/** The texts with which the script reports errors. */
const SCRIPT_MESSAGES = [
  "sending",
  "sent",
  "queued",
  "failed",
  "refusedLater",
  "checkFields",
  "consent_changed",
  "missing",
  "not_text",
  "too_long",
  "too_short",
  "pattern",
  "not_email",
  "not_phone",
  "not_number",
  "too_small",
  "too_large",
  "not_date",
  "too_early",
  "too_late",
  "not_an_option",
  "not_country",
  "option_full",
  "answered",
  "answers_too_long",
  "form_not_found",
  "too_many_requests",
] as const satisfies readonly (keyof Words)[];

/** Further texts for a phone number that is verified by a passcode. */
const CODE_MESSAGES = [
  "unconfirmed",
  "wrong_code",
  "old_code",
  "codeSent",
  "codeOffline",
  "too_many_codes",
  "sms_not_available",
  "takes_no_texts",
] as const satisfies readonly (keyof Words)[];

type FormWords = Pick<Words, (typeof SCRIPT_MESSAGES)[number]> &
  Partial<Pick<Words, (typeof CODE_MESSAGES)[number] | "step">> & {
    "consent.missing": string;
    form_closed: string;
  };

/**
 * Returns the texts of the script. Those about the limits of an answer, and about a consent that is missing, are listed
 * by the name of the field and the kind of error.
 */
function wordsForScript(props: BlockProps["Form"], { words, language }: PageContext, steps: string): FormWords {
  const names = [...SCRIPT_MESSAGES, ...(props.fields.some(({ confirm }) => confirm) ? CODE_MESSAGES : [])];
  const labels = Object.fromEntries(names.map((name) => [name, words[name]])) as FormWords;
  const bounds = props.fields.flatMap((field: Field) =>
    Object.entries(boundTexts(field, words, language)).map(([code, text]) => [`${field.name}.${code}`, text]),
  );
  return {
    ...labels,
    "consent.missing": words.consentNeeded,
    ...(steps ? { step: steps } : {}),
    ...(Object.fromEntries(bounds) as Record<string, string>),
    form_closed: props.closed_text || words.closed,
  };
}

/**
 * A form that works as plain HTML. The script reads its enhancements from `data-form`. The server shows the form while
 * it accepts answers, and the owner's closing text when it does not.
 */
export function Form(props: BlockComponentProps<BlockProps["Form"]>) {
  const { form_id, closed_text, page } = props;
  if (page.editing) {
    return <OpenForm {...props} />;
  }
  return (
    <>
      {slotMark(`wp:open:${form_id}`)}
      <OpenForm {...props} />
      {slotMark(`/wp:open:${form_id}`)}
      {slotMark(`wp:closed:${form_id}`)}
      <div className="wp-card wp-closed">
        <p>{closed_text || page.words.closed}</p>
      </div>
      {slotMark(`/wp:closed:${form_id}`)}
    </>
  );
}

function OpenForm(props: BlockComponentProps<BlockProps["Form"]>) {
  const { id, form_id, title, fields, layout, submit_label, consent_text, next_url, success_link_label, page } = props;
  const { words } = page;
  const asksOne = layout === "one_question";
  const steps = asksOne ? questionsOf(fields) : stepsOf(fields);
  const step = asksOne ? words.question : words.step;
  const StepTitle = title ? "h3" : "h2";
  const forScript = {
    page_id: page.pageId,
    form_id,
    next_url: (success_link_label ? null : next_url) ?? null,
    fields,
    consent: Boolean(consent_text),
    words: wordsForScript(props, page, steps.length > 1 ? step : ""),
  };
  return (
    <section
      className={`wp-card wp-form${asksOne ? " wp-one" : ""}`}
      aria-labelledby={title ? `${id}-title` : undefined}
    >
      {title ? <h2 id={`${id}-title`}>{title}</h2> : null}
      <form
        id={`form-${form_id}`}
        method="post"
        action={page.editing ? undefined : `/code/${TOKENS.codeId}/submit`}
        data-form={page.editing ? undefined : JSON.stringify(forScript)}
        data-submit={id}
        data-layout={layout}
      >
        <input type="hidden" name="page_id" value={page.pageId} />
        <input type="hidden" name="form_id" value={form_id} />
        <input type="hidden" name="submission_key" value={TOKENS.submissionKey} />
        {asksOne && steps.length > 1 ? (
          <progress className="wp-progress wp-script-only" max={steps.length} value={0} aria-hidden="true" />
        ) : null}
        {steps.map(({ title: stepTitle, fields: asked }, index) => (
          <div
            key={index}
            className={`wp-step${index === 0 ? " wp-current" : ""}`}
            role={asksOne && steps.length > 1 ? "group" : undefined}
            aria-labelledby={asksOne && steps.length > 1 ? `${id}-step-${index}` : undefined}
            data-step={index}
          >
            {steps.length > 1 ? (
              <p className={`wp-eyebrow${asksOne ? " wp-script-only" : ""}`} id={`${id}-step-${index}`}>
                {fill(step, { n: index + 1, total: steps.length })}
              </p>
            ) : null}
            {stepTitle && stepTitle !== steps[index - 1]?.title ? <StepTitle>{stepTitle}</StepTitle> : null}
            {asked.map((field) => (
              <FormField key={field.name} block={id} form={form_id} field={field} page={page} />
            ))}
            {consent_text && index === steps.length - 1 ? <Consent block={id} text={consent_text} /> : null}
            <StepButtons
              index={index}
              total={steps.length}
              submit={submit_label || words.send}
              words={words}
              editing={page.editing}
            />
          </div>
        ))}
        <p className="wp-status" role="status" />
      </form>
      <Thanks {...props} />
    </section>
  );
}

function Consent({ block, text }: { block: string; text: string }) {
  return (
    <div className="wp-field" data-field="consent">
      <label className="wp-check">
        <input type="checkbox" name="consent" value="true" required aria-describedby={`${block}-consent-error`} />
        <span>{text}</span>
      </label>
      <input type="hidden" name="consent_shown" value={text} />
      <p className="wp-error" id={`${block}-consent-error`} hidden />
    </div>
  );
}

interface StepButtonsProps {
  index: number;
  total: number;
  submit: string;
  words: Words;
  editing: boolean;
}

/** Without script, all steps are visible one below the other, with only the last one's button. */
function StepButtons({ index, total, submit, words, editing }: StepButtonsProps) {
  const isLast = index === total - 1;
  return (
    <div className={`wp-step-buttons${isLast ? "" : " wp-script-only"}`}>
      {index > 0 ? (
        <button type="button" className="wp-button wp-button-outline wp-script-only" data-go="-1">
          {words.back}
        </button>
      ) : null}
      {isLast ? (
        <button type={editing ? "button" : "submit"} className="wp-button wp-button-primary wp-button-wide">
          {submit}
        </button>
      ) : (
        <button type="button" className="wp-button wp-button-primary wp-button-wide" data-go="1">
          {words.next}
        </button>
      )}
    </div>
  );
}
