import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEarlyScans, useNewPage } from '../ui/scan/early-scans.ts';

/** The parent of every page. */
export function Root() {
  useEarlyScans(useRouterState({ select: ({ status }) => status === 'pending' }));
  useNewPage(useRouterState({ select: ({ matches }) => matches.at(-1)?.pathname ?? '' }));
  return <Outlet />;
}
