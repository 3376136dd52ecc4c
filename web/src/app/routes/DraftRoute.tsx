import { useParams, useRouter } from '@tanstack/react-router';
import { DraftPage } from '../../features/purchasing/order-drafts/DraftPage.tsx';
import type { DraftAddress } from '../../features/purchasing/order-drafts/drafts-address.ts';
import { isPositive } from '../../shared/address-parts.ts';
import type { AddressProps } from '../../ui/table/change-address.ts';

/** A new order, or the draft with this number. */
export function DraftRoute(props: AddressProps<DraftAddress>) {
  const { draftId } = useParams({ from: '/guarded/purchase-orders/drafts/$draftId' });
  const { history } = useRouter();
  const id = draftId === 'new' ? undefined : isPositive(Number(draftId)) ? Number(draftId) : 0;
  return <DraftPage id={id} {...props} onOpen={(path, replaces = false) => (replaces ? history.replace(path) : history.push(path))} />;
}
