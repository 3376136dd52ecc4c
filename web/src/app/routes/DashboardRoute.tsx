import { useRouter, useRouterState } from '@tanstack/react-router';
import { useSession } from '../../api/session.ts';
import { DashboardPage } from '../../features/dashboard/DashboardPage.tsx';
import { TEST_LABEL } from '../../features/labels/test-label.ts';
import { PageSearch } from '../../features/search/PageSearch.tsx';
import { useLabels } from '../shell/labels.tsx';
import { placesOf } from '../shell/places.ts';

/** The dashboard, with the search as its scan field. */
export function DashboardRoute() {
  const session = useSession();
  const { printLabels } = useLabels();
  const router = useRouter();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  if (session === undefined) return null;
  const open = (path: string) => router.history.push(path);
  const search = (
    <PageSearch key={session.userId} label="Scan or search anything" userId={session.userId} roles={session.roles} places={placesOf(session)} onOpen={open} />
  );
  return (
    <DashboardPage
      isAdmin={pathname === '/admin-dashboard'}
      roles={session.roles}
      search={search}
      onOpen={open}
      onTestLabel={() => printLabels([TEST_LABEL])}
    />
  );
}
