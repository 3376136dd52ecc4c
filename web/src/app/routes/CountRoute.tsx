import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { CountPage } from '../../features/inventory/counts/CountPage.tsx';
import type { CountAddress } from '../../features/inventory/counts/count-address.ts';
import { isPositive } from '../../shared/address-parts.ts';
import { EmptyState } from '../../ui/states/States.tsx';
import type { AddressProps } from '../../ui/table/change-address.ts';

export function CountRoute(props: AddressProps<CountAddress>) {
  const { countId } = useParams({ from: '/guarded/counts/$countId' });
  const navigate = useNavigate();
  if (!isPositive(Number(countId))) {
    return (
      <EmptyState title={`There is no count ${countId}`}>
        <Link to="/counts" search={{}} className="text-accent underline">
          All counts
        </Link>
      </EmptyState>
    );
  }
  return <CountPage key={countId} id={Number(countId)} {...props} onLeave={() => void navigate({ to: '/counts', search: {} })} />;
}
