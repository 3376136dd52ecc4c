import type { ErrorComponentProps } from '@tanstack/react-router';
import { ErrorState } from '../ui/states/States.tsx';

/** Shown when a page fails to render. */
export function ErrorPage({ error }: ErrorComponentProps) {
  return (
    <main className="grid min-h-dvh place-items-center">
      <ErrorState title="This page could not be shown" detail={error instanceof Error ? error.message : undefined} onRetry={() => window.location.reload()} />
    </main>
  );
}
