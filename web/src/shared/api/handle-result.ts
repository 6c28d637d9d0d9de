interface Endings<Answer> {
  onSuccess?: (answer: Answer) => void;
  onError?: (reason: unknown) => void;
  onSettled?: () => void;
}

/**
 * Says how a change ended, even when the component that asked for it has left the screen meanwhile.
 *
 * Callbacks given to `mutate` are dropped with their component: the row that was just deleted takes the
 * note "deleted" with it. What must not happen once somebody is elsewhere, such as going to another
 * screen, belongs into `mutateAsync`'s own second argument, which is dropped like that.
 */
export function handleResult<Answer>(
  change: Promise<Answer>,
  { onSuccess, onError, onSettled }: Endings<Answer> = {},
): void {
  void change.then(onSuccess, (reason: unknown) => onError?.(reason)).finally(onSettled);
}
