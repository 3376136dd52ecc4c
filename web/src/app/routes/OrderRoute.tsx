import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { OrderPage } from '../../features/orders/detail/OrderPage.tsx';
import { loadOrderPage } from '../../features/orders/list/order-query.ts';
import type { OrderAddress } from '../../features/orders/list/orders-address.ts';
import type { AddressProps } from '../../ui/table/change-address.ts';
import { RecordWalk } from '../shell/RecordWalk.tsx';

/** Supplies the order page with its links to other features. */
export function OrderRoute(props: AddressProps<OrderAddress>) {
  const navigate = useNavigate();
  const { orderId } = useParams({ from: '/guarded/orders/$orderId' });
  return (
    <OrderPage
      key={orderId}
      id={orderId}
      {...props}
      back={(record) => (
        <RecordWalk
          list="orders"
          screens={[{ path: '/sellerfulfilledorders', title: 'SF Orders' }]}
          record={record}
          load={loadOrderPage}
          onOpen={(next) => void navigate({ to: '/orders/$orderId', params: { orderId: next }, search: {} })}
          onBack={(path, search) => void navigate({ to: path, search })}
        />
      )}
      links={{
        toCase: (id, text) => (
          <Link to="/case-review" search={{ case: id }} className="link">
            {text}
          </Link>
        ),
        toReturn: (lpn, text) => (
          <Link to="/returns" search={{ q: lpn }} className="link">
            {text}
          </Link>
        ),
      }}
    />
  );
}
