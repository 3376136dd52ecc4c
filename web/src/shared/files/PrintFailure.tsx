import { LABEL_MESSAGES } from '@stowage/contract/labels/labels';
import type { ReactNode } from 'react';
import { Banner } from '../../ui/Banner.tsx';

/** Says why a label wasn't printed and what to check. The children are the available actions. */
export function PrintFailure({ message, children }: { message: string; children?: ReactNode }) {
  return (
    <Banner tone="bad">
      <p>{LABEL_MESSAGES.failed(message)}</p>
      <p className="mt-1.5 font-normal">Please check:</p>
      <ul className="list-disc pl-5 font-normal">
        {LABEL_MESSAGES.checklist.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      {children !== undefined && <div className="mt-2 flex flex-wrap gap-2">{children}</div>}
    </Banner>
  );
}
