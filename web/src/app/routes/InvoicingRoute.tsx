import { getRouteApi } from '@tanstack/react-router';
import { InvoicingPage } from '../../features/invoicing/InvoicingPage.tsx';

const route = getRouteApi('/guarded/poinvoicecredits');

/** Ties purchase orders, invoices and credits to their address: tab, filters, page, what is open. */
export function InvoicingRoute() {
  const navigate = route.useNavigate();
  return (
    <InvoicingPage
      address={route.useSearch()}
      onAddress={(change, replaces = false) => void navigate({ search: (previous) => ({ ...previous, ...change }), replace: replaces })}
    />
  );
}
