import { Link, useParams } from '@tanstack/react-router';
import { OrderPage } from '../../features/orders/detail/OrderPage.tsx';
import type { OrderAddress } from '../../features/orders/list/orders-address.ts';
import type { AddressProps } from '../../ui/table/change-address.ts';

const LINK = 'inline-flex min-h-6 items-center text-accent underline';

/** Supplies the order page with its links to other features. */
export function OrderRoute(props: AddressProps<OrderAddress>) {
  const { orderId } = useParams({ from: '/guarded/orders/$orderId' });
  return (
    <OrderPage
      key={orderId}
      id={orderId}
      {...props}
      back={
        <Link to="/sellerfulfilledorders" search={{}} className={LINK}>
          SF Orders
        </Link>
      }
      links={{
        toCase: (id, text) => (
          <Link to="/case-review" search={{ case: id }} className={LINK}>
            {text}
          </Link>
        ),
        toReturn: (lpn, text) => (
          <Link to="/returns" search={{ q: lpn }} className={LINK}>
            {text}
          </Link>
        ),
      }}
    />
  );
}
