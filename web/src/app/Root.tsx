import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEarlyScans, useNewPage } from '../ui/scan/early-scans.ts';

/** The parent of every page. */
export function Root() {
  useEarlyScans(useRouterState({ select: ({ status }) => status === 'pending' }));
  const path = useRouterState({ select: ({ matches }) => matches.at(-1)?.pathname ?? '' });
  useNewPage(path, useRouterState({ select: ({ status, location }) => status === 'pending' && location.pathname !== path }));
  return <Outlet />;
}
