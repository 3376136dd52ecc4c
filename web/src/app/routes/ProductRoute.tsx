import { isPermitted } from '@stowage/contract/permissions';
import { useParams } from '@tanstack/react-router';
import { useSession } from '../../api/session.ts';
import { ProductPage } from '../../features/products/ProductPage.tsx';
import type { ProductAddress } from '../../features/products/product-address.ts';
import type { AddressProps } from '../../ui/table/change-address.ts';
import { useLabels } from '../shell/labels.tsx';

export function ProductRoute(props: AddressProps<ProductAddress>) {
  const session = useSession();
  const { productId } = useParams({ from: '/guarded/products/$productId' });
  const { printLabels } = useLabels();
  const id = /^\d{1,15}$/.test(productId) ? Number(productId) : 0;
  return <ProductPage key={id} id={id} {...props} may={(permission) => isPermitted(session?.roles ?? [], permission)} onPrint={printLabels} />;
}
