interface Endings<Answer> {
  onSuccess?: (answer: Answer) => void;
  onError?: (reason: unknown) => void;
  onSettled?: () => void;
}

/**
 * Reports how a change ended, even if the component that requested it has unmounted meanwhile.
 *
 * Callbacks given to `mutate` are dropped with their component: a row that was just deleted would take the message
 * "deleted" with it. Actions that must not happen after the user has left, such as going to another screen, belong in
 * the second argument of `mutateAsync`, which is dropped in the same way.
 */
export function handleResult<Answer>(
  change: Promise<Answer>,
  { onSuccess, onError, onSettled }: Endings<Answer> = {},
): void {
  void change.then(onSuccess, (reason: unknown) => onError?.(reason)).finally(onSettled);
}
