import type { ErrorComponentProps } from '@tanstack/react-router';
import { ErrorState } from '../ui/States.tsx';

/** A page that broke while it was drawn: what is left is the way to try again. */
export function ErrorPage({ error }: ErrorComponentProps) {
  return (
    <main className="grid min-h-dvh place-items-center">
      <ErrorState title="This page could not be shown" detail={error instanceof Error ? error.message : undefined} onRetry={() => window.location.reload()} />
    </main>
  );
}
