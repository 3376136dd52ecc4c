import { getInvoice, type InvoiceDetail } from '@stowage/contract/invoicing/vendor-invoices';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../../api/query.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';

/** Offers to load the changes that somebody else saved during the edit; typed values stay. */
export function ChangedMeanwhile({ stored, onLoad }: { stored: InvoiceDetail; onLoad: (fresh: InvoiceDetail) => void }) {
  const { data: now } = useQuery(queryFor(getInvoice, { params: { id: stored.id } }));
  if (now === undefined || now.version <= stored.version) return null;
  return (
    <Banner tone="warn">
      <span className="flex flex-wrap items-center justify-between gap-2">
        Somebody else changed this invoice. Your input is kept.
        <Button size="small" onClick={() => onLoad(now)}>
          Load changes
        </Button>
      </span>
    </Banner>
  );
}

/** Offers to continue with an invoice that was created although its answer was lost. */
export function EnteredBefore({ made, onOpen }: { made: InvoiceDetail; onOpen: () => void }) {
  return (
    <Banner tone="warn">
      <span className="flex flex-wrap items-center justify-between gap-2">
        Your first save created invoice {made.number}. Your input is kept.
        <Button size="small" onClick={onOpen}>
          Continue with it
        </Button>
      </span>
    </Banner>
  );
}
