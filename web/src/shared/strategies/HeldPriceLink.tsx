import type { ReactNode } from 'react';

/** A link to the job that holds a price, where it is approved or declined. */
export function HeldPriceLink({ jobId, children }: { jobId: string; children: ReactNode }) {
  return (
    <a href={`/reports?type=pricing-breakdown&job=${jobId}`} className="inline-flex min-h-7 items-center text-accent underline max-sm:min-h-11">
      {children}
    </a>
  );
}
