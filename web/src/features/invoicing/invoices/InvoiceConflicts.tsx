import { getInvoice, type InvoiceDetail } from '@stowage/contract/invoicing/vendor-invoices';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../../api/query.ts';
import { Banner } from '../../../ui/Banner.tsx';

/** Offers to load the changes that somebody else saved during the edit; typed values stay. */
export function ChangedMeanwhile({ stored, onLoad }: { stored: InvoiceDetail; onLoad: (fresh: InvoiceDetail) => void }) {
  const { data: now } = useQuery(queryFor(getInvoice, { params: { id: stored.id } }));
  if (now === undefined || now.version <= stored.version) return null;
  return (
    <Banner tone="warn" action={{ label: 'Load changes', onClick: () => onLoad(now) }}>
      Somebody else changed this invoice. Your input is kept.
    </Banner>
  );
}

/** Offers to continue with an invoice that was created although its answer was lost. */
export function EnteredBefore({ made, onOpen }: { made: InvoiceDetail; onOpen: () => void }) {
  return (
    <Banner tone="warn" action={{ label: 'Continue with it', onClick: onOpen }}>
      Your first save created invoice {made.number}. Your input is kept.
    </Banner>
  );
}
