import { el, own, picture } from "./dom";
import { isStill, pause } from "./motion";
import type { Answer, Input, Question, Translations } from "./protocol";
import type { RoundOf } from "./stage";
import { startTimer } from "./timer";

const SEEN_MS = 420;

/** Plays a quiz, one question at a time; the server marks all answers at the end. */
export const playQuiz: RoundOf = async (stage, answer, send) => {
  const questions = (answer.round?.questions ?? []).map((it) => inLanguage(it, stage.language));
  const inputs: Input[] = [];
  stage.inputs = inputs;
  const begun = performance.now() - stage.roundAge;
  const timer = startTimer(stage, answer.round?.seconds ?? null, stage.roundAge);
  const card = el("div", { class: "quiz" });
  stage.place.replaceChildren(timer.bar, card);
  for (const [index, question] of questions.entries()) {
    const choice = await Promise.race([
      askOne(card, stage.word("question", place(stage, index, questions)), question),
      timer.over,
    ]);
    if (choice === undefined) {
      break;
    }
    inputs.push({ question: question.id, choice, at_ms: Math.round(performance.now() - begun) });
    await pause(isStill() ? 0 : SEEN_MS);
  }
  timer.stop();
  stage.say(stage.word("judging"));
  const judged = await send(inputs, true);
  card.replaceChildren(...reviewOf(stage.word("review"), questions, inputs, judged));
  timer.bar.remove();
  return judged;
};

/** A question in the language of the page, if it was translated. */
function inLanguage(question: Question, language: string): Question {
  const textIn = <Text extends { text: string; translations?: Translations }>(it: Text): Text => ({
    ...it,
    text: it.translations?.[language]?.text ?? it.translations?.[language.split("-", 1)[0] ?? ""]?.text ?? it.text,
  });
  return { ...textIn(question), choices: question.choices.map(textIn) };
}

const place = (stage: { number: (n: number) => string }, index: number, questions: Question[]) => ({
  n: stage.number(index + 1),
  all: stage.number(questions.length),
});

function askOne(card: HTMLElement, position: string, { text, picture_url, choices }: Question): Promise<string> {
  return new Promise((done) => {
    const heading = el("h2", { tabindex: -1, id: "quiz-question" }, own(text));
    const buttons = choices.map(({ id, text: label }, index) => {
      const letter = el("span", { class: "quiz-letter", "aria-hidden": "true" }, String.fromCharCode(65 + index));
      const button = el("button", { type: "button", class: "quiz-choice" }, letter, own(label));
      button.addEventListener("click", () => {
        for (const other of buttons) {
          other.disabled = other !== button;
        }
        button.setAttribute("aria-pressed", "true");
        done(id);
      });
      return button;
    });
    const shown = picture_url ? [picture(picture_url, 320)] : [];
    const group = el("div", { role: "group", class: "quiz-choices", "aria-labelledby": "quiz-question" }, ...buttons);
    const page = el(
      "div",
      { class: "quiz-page" },
      el("p", { class: "wp-eyebrow" }, position),
      ...shown,
      heading,
      group,
    );
    card.replaceChildren(page);
    heading.focus({ preventScroll: true });
  });
}

function reviewOf(title: string, questions: Question[], inputs: Input[], { correct = {} }: Answer): HTMLElement[] {
  const chosen = new Map(inputs.map((input) => ("question" in input ? [input.question, input.choice] : ["", ""])));
  const rows = questions.map(({ id, text, choices }) => {
    const right = correct[id];
    const isRight = right !== undefined && chosen.get(id) === right;
    const label = choices.find((choice) => choice.id === right)?.text ?? "";
    const mark = el(
      "span",
      { class: isRight ? "quiz-right" : "quiz-wrong", "aria-hidden": "true" },
      isRight ? "✓" : "✗",
    );
    return el("li", {}, mark, el("span", {}, own(text), el("br"), el("strong", {}, own(label))));
  });
  const isKnown = Object.keys(correct).length > 0;
  return isKnown ? [el("details", { class: "quiz-review" }, el("summary", {}, title), el("ul", {}, ...rows))] : [];
}
