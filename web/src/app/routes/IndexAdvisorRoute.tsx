import { getRouteApi, useRouter } from '@tanstack/react-router';
import { IndexAdvisorPage } from '../../features/index-advisor/IndexAdvisorPage.tsx';

const route = getRouteApi('/guarded/index-advisor');

/** Ties the index advisor to its address: the tab, and the suggestion that is open. */
export function IndexAdvisorRoute() {
  const address = route.useSearch();
  const navigate = route.useNavigate();
  const router = useRouter();
  return (
    <IndexAdvisorPage
      address={address}
      onAddress={(change) => void navigate({ search: (previous) => ({ ...previous, ...change }), replace: true })}
      onOpen={(path) => router.history.push(path)}
    />
  );
}
