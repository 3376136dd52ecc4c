import type { ReactNode } from 'react';
import { Logo } from '../../ui/Logo.tsx';

/** The frame of pages before the sign-in. */
export function EntryFrame({ title, children, below }: { title: string; children: ReactNode; below?: ReactNode }) {
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <div className="w-full max-w-sm">
        <div className="mb-6 flex justify-center">
          <Logo />
        </div>
        <div className="rounded-card border border-line bg-surface p-6 shadow-sm">
          <h1 className="mb-5 text-center text-xl font-semibold">{title}</h1>
          {children}
        </div>
        {below}
      </div>
    </main>
  );
}

interface LinkFrameProps<Data> {
  readonly query: { readonly data: Data | undefined; readonly error: Error | null };
  /** Leaves the page of a link that does not work. */
  readonly back: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** The page of a mailed link: waits for what the link is for, and says when it does not work. */
export function LinkFrame<Data>({ query: { data, error }, back, children }: LinkFrameProps<Data>) {
  if (data !== undefined) return children(data);
  if (error === null) return <EntryFrame title="One moment…">{null}</EntryFrame>;
  return (
    <EntryFrame title="This link does not work">
      <div className="grid gap-4">
        <EntryProblem>{error.message}</EntryProblem>
        {back}
      </div>
    </EntryFrame>
  );
}

/** The error of a page before the sign-in. */
export function EntryProblem({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 font-medium text-bad">
      {children}
    </p>
  );
}
