import { getRouteApi, Link } from '@tanstack/react-router';
import { OrdersPage } from '../../features/orders/list/OrdersPage.tsx';

const route = getRouteApi('/guarded/sellerfulfilledorders');

/** Ties the list of orders to its address: stage, search, page, and the order that is being packed. */
export function OrdersRoute() {
  const address = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <OrdersPage
      address={address}
      onAddress={(change, replaces = false) => void navigate({ search: (previous) => ({ ...previous, ...change }), replace: replaces })}
      linkTo={(row, text) => (
        <Link
          to="/orders/$orderId"
          params={{ orderId: String(row.id) }}
          search={{}}
          aria-label={`View order ${row.amazon_order_id}, ${row.product_name ?? row.sku}`}
          className="inline-flex min-h-9 items-center text-accent underline"
        >
          {text}
        </Link>
      )}
    />
  );
}
