import js from "@eslint/js";
import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import { defineConfig } from "oxlint";
import tseslint from "typescript-eslint";

const { strictTypeChecked, disableTypeChecked } = tseslint.configs;
/**
 * Presets by the names that eslint has for their rules. What a new version of one adds is checked as well, or refused
 * as unknown when oxlint starts.
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
/** Rules that the compiler makes needless are off, and `var` is refused. */
const FOR_TYPESCRIPT = strictTypeChecked.filter((one) => one.files).map((one) => one.rules);
const UNKNOWN = [
  "@typescript-eslint/no-unsafe-class-instance-assignment", // classes have private members: eslint.config.js
  "no-dupe-args", // like the next one no syntax of modules
  "no-octal",
  "react-hooks/config", // of React's compiler, which does not build this app
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

/** For oxlint: what is on, and what turns one of `rules` off. */
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
