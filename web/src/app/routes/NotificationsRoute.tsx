import { getRouteApi, useRouter } from '@tanstack/react-router';
import { NotificationsPage } from '../../features/notifications/NotificationsPage.tsx';

const route = getRouteApi('/guarded/notifications');

/** Ties the notifications to their address: which of them are shown. */
export function NotificationsRoute() {
  const address = route.useSearch();
  const navigate = route.useNavigate();
  const router = useRouter();
  return (
    <NotificationsPage
      address={address}
      onAddress={(change) => void navigate({ search: (previous) => ({ ...previous, ...change }) })}
      onOpen={(path) => router.history.push(path)}
    />
  );
}
