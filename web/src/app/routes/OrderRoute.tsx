import { getRouteApi, Link } from '@tanstack/react-router';
import { OrderPage } from '../../features/orders/detail/OrderPage.tsx';

const route = getRouteApi('/guarded/orders/$orderId');

const LINK = 'inline-flex min-h-6 items-center text-accent underline';

/** Ties one order to its address: the window that is open. */
export function OrderRoute() {
  const { orderId } = route.useParams();
  const address = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <OrderPage
      key={orderId}
      id={orderId}
      address={address}
      onAddress={(change, replaces = false) => void navigate({ search: (previous) => ({ ...previous, ...change }), replace: replaces })}
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
