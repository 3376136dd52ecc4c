import { getInvoice, type InvoiceDetail } from '@stowage/contract/invoicing/vendor-invoices';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../../api/query.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';

/** Somebody else saved the invoice while it is edited here: their edit is taken in, and what was typed here stays. */
export function ChangedMeanwhile({ stored, onLoad }: { stored: InvoiceDetail; onLoad: (fresh: InvoiceDetail) => void }) {
  const { data: now } = useQuery(queryFor(getInvoice, { params: { id: stored.id } }));
  if (now === undefined || now.version <= stored.version) return null;
  return (
    <Banner tone="warn">
      <span className="flex flex-wrap items-center justify-between gap-2">
        Somebody changed this invoice meanwhile. What you typed is kept.
        <Button size="small" onClick={() => onLoad(now)}>
          Load it anew
        </Button>
      </span>
    </Banner>
  );
}

/** What was sent first was entered, though no answer came: what is typed now goes on as an edit of it. */
export function EnteredBefore({ made, onOpen }: { made: InvoiceDetail; onOpen: () => void }) {
  return (
    <Banner tone="warn">
      <span className="flex flex-wrap items-center justify-between gap-2">
        It was entered as {made.number} when you saved it before. What you typed is kept.
        <Button size="small" onClick={onOpen}>
          Go on with it
        </Button>
      </span>
    </Banner>
  );
}
