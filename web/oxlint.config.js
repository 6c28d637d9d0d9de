import js from "@eslint/js";
import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import { defineConfig } from "oxlint";
import tseslint from "typescript-eslint";

const { strictTypeChecked, disableTypeChecked } = tseslint.configs;
/**
 * Presets, with eslint's names of their rules. Rules that a new version adds apply as well, or oxlint refuses them as
 * unknown when it starts.
 */
const PRESETS = [
  js.configs.recommended.rules,
  ...strictTypeChecked.filter((one) => !one.files).map((one) => one.rules),
  reactHooks.configs.flat["recommended-latest"].rules,
  jsxA11y.flatConfigs.recommended.rules,
  {
    "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
    "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
    "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: { attributes: false } }],
    "@typescript-eslint/no-unused-vars": ["error", { varsIgnorePattern: "^_$" }],
    "jsx-a11y/no-autofocus": "off",
    "max-lines": ["error", { max: 400, skipBlankLines: true, skipComments: true }],
  },
];
/** Turns off rules that the TypeScript compiler makes redundant, and refuses `var`. */
const FOR_TYPESCRIPT = strictTypeChecked.filter((one) => one.files).map((one) => one.rules);
const UNKNOWN = [
  "@typescript-eslint/no-unsafe-class-instance-assignment", // classes have private members: eslint.config.js
  "no-dupe-args", // like the next one, impossible in the syntax of modules
  "no-octal",
  "react-hooks/config", // for React's compiler, which this app does not use
  "react-hooks/gating",
];

function named(rule) {
  return rule.replace(/^@typescript-eslint\//, "typescript/").replace(/^react-hooks\//, "react/");
}

const isOn = ([, level]) => [level].flat()[0] !== "off";
const rules = Object.entries(Object.assign({}, ...PRESETS)).filter(
  ([name, level]) => isOn([name, level]) && !UNKNOWN.includes(name),
);
const known = new Set(rules.map(([name]) => name));

/** Returns oxlint's form of the entries that turn a rule on, or turn one of `rules` off. */
function rulesOf(entries) {
  const meant = entries.filter(([name, level]) => isOn([name, level]) || known.has(name));
  return Object.fromEntries(meant.map(([name, level]) => [named(name), level]));
}

export default defineConfig({
  plugins: ["typescript", "react", "jsx-a11y"],
  categories: { correctness: "off" },
  options: { typeAware: true, reportUnusedDisableDirectives: "error", respectEslintDisableDirectives: false },
  env: { browser: true, es2024: true },
  ignorePatterns: ["dist", "src/shared/api/schema.ts"],
  rules: rulesOf(rules),
  overrides: [
    { files: ["**/*.{ts,tsx}"], rules: rulesOf(Object.entries(Object.assign({}, ...FOR_TYPESCRIPT))) },
    { files: ["**/*.js"], rules: rulesOf(Object.entries(disableTypeChecked.rules)) },
  ],
});
