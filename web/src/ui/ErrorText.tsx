import type { ReactNode } from 'react';

/** The error of a form or an action, announced to screen readers. */
export function ErrorText({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="font-medium text-bad">
      {children}
    </p>
  );
}
