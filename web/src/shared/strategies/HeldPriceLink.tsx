import type { ReactNode } from 'react';

/** A link to the job that holds a price, where it is approved or declined. */
export function HeldPriceLink({ jobId, children }: { jobId: string; children: ReactNode }) {
  return (
    <a href={`/reports?type=pricing-breakdown&job=${jobId}`} className="link max-sm:min-h-11">
      {children}
    </a>
  );
}
