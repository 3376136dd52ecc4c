import { ACCOUNT_LINK_PATH } from '@stowage/contract/identity/account';
import { SINGLE_SIGN_ON_PATH } from '@stowage/contract/identity/single-sign-on';
import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { currentSession, onSessionChange, storedToken } from '../api/session.ts';
import { showBulk } from '../shared/bulk/shown-bulk.ts';
import type { createAppRouter } from './router.tsx';

/** These lead on by themselves after a sign-in, and show nothing of the last person. */
const SIGN_IN_PATHS = ['/login', ACCOUNT_LINK_PATH, SINGLE_SIGN_ON_PATH];

/** Leaves the page when its person signs out, or when another person signs in: the next one must not see what the last one read. */
export function useSessionChanges(queries: QueryClient, router: ReturnType<typeof createAppRouter>): void {
  useEffect(() => {
    let person = currentSession()?.userId;
    return onSessionChange(() => {
      const before = person;
      const { pathname } = router.latestLocation;
      person = currentSession()?.userId;
      if (storedToken() === undefined) {
        queries.clear();
        showBulk(undefined);
        // The sign-in page ends a session with a broken token, and stays.
        if (pathname !== '/login') void router.navigate({ to: '/' });
      } else if (before !== undefined && person !== before) {
        showBulk(undefined);
        if (SIGN_IN_PATHS.includes(pathname)) return queries.removeQueries({ type: 'inactive' });
        queries.clear();
        void router.navigate({ to: '/' });
      }
    });
  }, [queries, router]);
}
