import { Link } from '@tanstack/react-router';

/** A link to an order, for features that know only its Amazon order number. */
export function linkToOrder(orderId: string) {
  return (
    <Link to="/orders/$orderId" params={{ orderId }} search={{}} className="link">
      Order {orderId}
    </Link>
  );
}
