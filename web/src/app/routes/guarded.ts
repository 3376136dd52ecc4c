import { createRootRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { currentSession, hasBrokenToken, storedToken } from '../../api/session.ts';
import { ErrorPage } from '../ErrorPage.tsx';
import { Root } from '../Root.tsx';
import { ShellSkeleton } from '../shell/ShellSkeleton.tsx';

export const rootRoute = createRootRoute({ component: Root, errorComponent: ErrorPage });

/**
 * The parent of every page behind the sign-in. Without a stored token it redirects to the start page, and with a broken one
 * to the sign-in page, which removes it; `Shell` checks the permission.
 */
export const guarded = createRoute({
  getParentRoute: () => rootRoute,
  id: 'guarded',
  beforeLoad: () => {
    if (hasBrokenToken()) throw redirect({ to: '/login' });
    if (storedToken() === undefined) throw redirect({ to: '/' });
    if (currentSession()?.mustChangePassword) throw redirect({ to: '/new-password' });
    if (currentSession()?.mustSetUp) throw redirect({ to: '/two-step-setup' });
  },
  component: lazyRouteComponent(() => import('../shell/Shell.tsx'), 'Shell'),
  pendingComponent: ShellSkeleton,
  pendingMs: 0,
});
