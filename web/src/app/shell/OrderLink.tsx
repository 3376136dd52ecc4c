import { Link } from '@tanstack/react-router';

/** A link to an order by the marketplace's number, from a feature that knows only that. */
export function linkToOrder(orderId: string) {
  return (
    <Link to="/orders/$orderId" params={{ orderId }} search={{}} className="inline-flex min-h-6 items-center text-accent underline">
      Order {orderId}
    </Link>
  );
}
