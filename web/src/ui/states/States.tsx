import { Inbox, TriangleAlert } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { Button } from '../Button.tsx';

/** What will appear here, and the action that makes it appear. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-2 px-4 py-10 text-center">
      <Inbox size={28} aria-hidden className="text-muted" />
      <p className="font-semibold">{title}</p>
      {children !== undefined && <div className="max-w-prose text-muted">{children}</div>}
    </div>
  );
}

interface ErrorStateProps {
  readonly title: string;
  readonly detail?: string | undefined;
  readonly retryLabel?: string;
  readonly onRetry: (event: MouseEvent<HTMLElement>) => void;
}

/** What failed and why, with a button that tries again. */
export function ErrorState({ title, detail, retryLabel = 'Try again', onRetry }: ErrorStateProps) {
  return (
    <div role="alert" className="grid justify-items-center gap-3 px-4 py-10 text-center">
      <TriangleAlert size={28} aria-hidden className="text-bad" />
      <div>
        <p className="font-semibold">{title}</p>
        {detail !== undefined && <p className="text-muted">{detail}</p>}
      </div>
      <Button onClick={onRetry}>{retryLabel}</Button>
    </div>
  );
}

/** Placeholders of the same height as rows, so that the page doesn't jump when they load. */
export function SkeletonRows({ count }: { count: number }) {
  return (
    <div role="status" aria-label="Loading">
      {Array.from({ length: count }, (_, index) => index).map((row) => (
        <div key={row} className="flex h-11 items-center gap-4 border-t border-line px-3">
          <span className="h-3 flex-1 animate-pulse rounded bg-sunken" />
          <span className="h-3 w-24 animate-pulse rounded bg-sunken" />
          <span className="h-3 w-24 animate-pulse rounded bg-sunken max-md:hidden" />
        </div>
      ))}
    </div>
  );
}
