import Button from "@mui/material/Button";
import { Component, type ErrorInfo, type ReactNode } from "react";
import { ErrorState } from "@/shared/components/state-views";

interface State {
  error: Error | null;
}

/** Catches what breaks while drawing, says so, and offers a way on. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: Error): State {
    return { error };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error("a screen broke", error, info.componentStack);
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error === null ? this.props.children : <BrokenScreen error={error} />;
  }
}

/** What is shown in place of a screen that broke. */
export function BrokenScreen({ error }: { error: unknown }) {
  return (
    <>
      <ErrorState title="This screen broke" error={error} onRetry={() => window.location.reload()} />
      <Button href="/" sx={{ display: "flex", mx: "auto", width: "fit-content" }}>
        Go to the start page
      </Button>
    </>
  );
}
