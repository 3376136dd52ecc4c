import type { ErrorComponentProps } from '@tanstack/react-router';
import { isNotLoaded, PART_NOT_LOADED } from '../ui/states/load-part.ts';
import { ErrorState } from '../ui/states/States.tsx';

/** Shown when a page fails to render. */
export function ErrorPage({ error }: ErrorComponentProps) {
  const detail = error instanceof Error ? error.message : undefined;
  return (
    <main className="grid min-h-dvh place-items-center">
      <ErrorState
        title="This page could not be shown"
        detail={error instanceof Error && isNotLoaded(error) ? PART_NOT_LOADED : detail}
        retryLabel="Reload the page"
        onRetry={() => window.location.reload()}
      />
    </main>
  );
}
