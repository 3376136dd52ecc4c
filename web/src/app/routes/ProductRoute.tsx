import { isPermitted } from '@stowage/contract/permissions';
import { getRouteApi } from '@tanstack/react-router';
import { useSession } from '../../api/session.ts';
import { ProductPage } from '../../features/products/ProductPage.tsx';
import { useLabels } from '../shell/use-labels.tsx';

const route = getRouteApi('/guarded/products/$productId');

/** Ties one product to its address: the window that is open, and the pages of its lists. */
export function ProductRoute() {
  const session = useSession();
  const { productId } = route.useParams();
  const address = route.useSearch();
  const navigate = route.useNavigate();
  const { printLabels, dialog } = useLabels();
  const id = /^\d{1,15}$/.test(productId) ? Number(productId) : 0;
  return (
    <>
      <ProductPage
        key={id}
        id={id}
        address={address}
        onAddress={(change, replaces = false) => void navigate({ search: (previous) => ({ ...previous, ...change }), replace: replaces })}
        may={(permission) => isPermitted(session?.roles ?? [], permission)}
        onPrint={printLabels}
      />
      {dialog}
    </>
  );
}
