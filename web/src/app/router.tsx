import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet, redirect, useNavigate } from '@tanstack/react-router';
import { currentSession, storedToken } from '../api/session.ts';
import { SignInPage } from '../features/identity/SignInPage.tsx';
import type { ScanPageAddress } from '../features/inventory/scan-page-address.ts';
import type { JobsPageAddress } from '../features/jobs/jobs-page-address.ts';
import { ErrorPage } from './ErrorPage.tsx';
import { dashboardPath, SCREENS } from './screens.ts';

const rootRoute = createRootRoute({ component: Outlet, errorComponent: ErrorPage });

const landing = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    const session = currentSession();
    if (session !== undefined) throw redirect({ to: dashboardPath(session) });
  },
  component: SignIn,
});
const login = createRoute({ getParentRoute: () => rootRoute, path: '/login', component: SignIn });
const unknown = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/login' });
  },
});

/** Everything behind the sign-in: without a stored token, back to the start. */
const guarded = createRoute({
  getParentRoute: () => rootRoute,
  id: 'guarded',
  beforeLoad: () => {
    if (storedToken() === undefined) throw redirect({ to: '/' });
  },
  component: lazyRouteComponent(() => import('./Shell.tsx'), 'Shell'),
});

const scanPage = createRoute({
  getParentRoute: () => guarded,
  path: '/merchantfulfilledinventory',
  validateSearch: readScanPageAddress,
  component: lazyRouteComponent(() => import('./ScanRoute.tsx'), 'ScanRoute'),
});
const jobs = createRoute({
  getParentRoute: () => guarded,
  path: '/jobs',
  validateSearch: readJobsPageAddress,
  component: lazyRouteComponent(() => import('./JobsRoute.tsx'), 'JobsRoute'),
});
const profile = createRoute({
  getParentRoute: () => guarded,
  path: '/profile',
  component: lazyRouteComponent(() => import('../features/identity/ProfilePage.tsx'), 'ProfilePage'),
});
/** Every part in every state; in development only. */
const partsPages = import.meta.env.DEV
  ? [createRoute({ getParentRoute: () => guarded, path: '/ui', component: lazyRouteComponent(() => import('./PartsPage.tsx'), 'PartsPage') })]
  : [];

const notBuiltYet = lazyRouteComponent(() => import('./NotBuiltYet.tsx'), 'NotBuiltYet');
const dashboard = createRoute({ getParentRoute: () => guarded, path: '/dashboard', component: notBuiltYet });
const adminDashboard = createRoute({ getParentRoute: () => guarded, path: '/admin-dashboard', component: notBuiltYet });
const builtPaths: readonly string[] = ['/', '/merchantfulfilledinventory', '/jobs', '/profile'];
const unbuilt = SCREENS.filter(({ path }) => !builtPaths.includes(path)).map(({ path }) =>
  createRoute({ getParentRoute: () => guarded, path, component: notBuiltYet }),
);

const routeTree = rootRoute.addChildren([
  landing,
  login,
  guarded.addChildren([dashboard, adminDashboard, scanPage, jobs, profile, ...partsPages, ...unbuilt]),
  unknown,
]);

export function createAppRouter() {
  return createRouter({ routeTree, defaultPreload: 'intent', scrollRestoration: true });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}

function SignIn() {
  const navigate = useNavigate();
  const go = () => {
    const session = currentSession();
    if (session !== undefined) void navigate({ to: dashboardPath(session) });
  };
  return <SignInPage onSignedIn={go} />;
}

function readScanPageAddress(search: Record<string, unknown>): ScanPageAddress {
  const { page, location, dialog, item } = search;
  return {
    ...(isPositive(page) && { page }),
    ...(typeof location === 'string' && { location }),
    ...((dialog === 'edit' || dialog === 'delete' || dialog === 'restore') && isPositive(item) && { dialog, item }),
  };
}

function readJobsPageAddress({ page, job }: Record<string, unknown>): JobsPageAddress {
  return { ...(isPositive(page) && { page }), ...(isPositive(job) && { job }) };
}

function isPositive(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0;
}
