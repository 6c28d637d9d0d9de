import { i18n } from "@lingui/core";
import type { TransProps } from "@lingui/react";
import { TransNoContext } from "@lingui/react/server";

/**
 * The component that `<Trans>` becomes when the app is built: a text of the active language with its elements.
 *
 * It reads the app's single active language, so screens and tests need no provider. A value is not parsed even if it
 * looks like an element: somebody may name a code `<b>`.
 */
export function Trans({ values, ...text }: TransProps) {
  return <TransNoContext {...text} values={values && plain(values)} lingui={{ i18n }} />;
}

function plain(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "string" && value.includes("<") ? <>{value}</> : value,
    ]),
  );
}
