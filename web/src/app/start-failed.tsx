import { t } from "@lingui/core/macro";
import { ErrorState } from "@/shared/components/state-views";

/** Shown when not even the settings could be fetched. */
export function StartFailed({ error }: { error: unknown }) {
  return (
    <main>
      <ErrorState title={t`Waypost can’t start`} error={error} onRetry={() => window.location.reload()} />
    </main>
  );
}
