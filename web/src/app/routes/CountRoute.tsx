import { getRouteApi, Link } from '@tanstack/react-router';
import { CountPage } from '../../features/inventory/counts/CountPage.tsx';
import { isPositive } from '../../shared/address-parts.ts';
import { EmptyState } from '../../ui/States.tsx';

const route = getRouteApi('/guarded/counts/$countId');

/** Ties one count to its address: the list that is shown, its page, and the location that is counted. */
export function CountRoute() {
  const { countId } = route.useParams();
  const address = route.useSearch();
  const navigate = route.useNavigate();
  if (!isPositive(Number(countId))) {
    return (
      <EmptyState title={`There is no count ${countId}`}>
        <Link to="/counts" search={{}} className="text-accent underline">
          All counts
        </Link>
      </EmptyState>
    );
  }
  return (
    <CountPage
      key={countId}
      id={Number(countId)}
      address={address}
      onAddress={(change, replaces = false) => void navigate({ search: (previous) => ({ ...previous, ...change }), replace: replaces })}
      onLeave={() => void navigate({ to: '/counts', search: {} })}
    />
  );
}
