import { ACCOUNT_LINK_PATH } from '@stowage/contract/identity/account';
import { SINGLE_SIGN_ON_PATH } from '@stowage/contract/identity/single-sign-on';
import { MUTE_LINK_PATH } from '@stowage/contract/notifications/mute-link-path';
import { createRoute, createRouter, lazyRouteComponent, redirect, useNavigate } from '@tanstack/react-router';
import { clearTokens, currentSession, hasBrokenToken } from '../api/session.ts';
import { SignInPage } from '../features/identity/sign-in/SignInPage.tsx';
import { SkeletonRows } from '../ui/states/States.tsx';
import { guarded, rootRoute } from './routes/guarded.ts';
import { pages } from './routes/pages.ts';
import { parseSearch, stringifySearch } from './routes/search-text.ts';
import { dashboardPath } from './shell/screens.ts';

const getParentRoute = () => rootRoute;

const landing = createRoute({
  getParentRoute,
  path: '/',
  beforeLoad: () => {
    const session = currentSession();
    if (session !== undefined) throw redirect({ to: dashboardPath(session) });
  },
  component: SignIn,
});
const login = createRoute({
  getParentRoute,
  path: '/login',
  beforeLoad: ({ preload }) => {
    if (!preload && hasBrokenToken()) clearTokens();
  },
  component: SignIn,
});
/** For everybody, signed in or not. */
const feeLookup = createRoute({
  getParentRoute,
  path: '/fba-fee-lookup',
  component: lazyRouteComponent(() => import('../features/fee-lookup/FeeLookupPage.tsx'), 'FeeLookupPage'),
});
/** The token in the mailed link stands for a sign-in. */
const accountLink = createRoute({
  getParentRoute,
  path: ACCOUNT_LINK_PATH,
  component: lazyRouteComponent(() => import('./routes/entry/AccountLinkRoute.tsx'), 'AccountLinkRoute'),
});
/** The identity provider's answer stands for a sign-in. */
const singleSignOn = createRoute({
  getParentRoute,
  path: SINGLE_SIGN_ON_PATH,
  component: lazyRouteComponent(() => import('./routes/entry/SingleSignOnRoute.tsx'), 'SingleSignOnRoute'),
});
/** Where a role that needs two-step sign-in is led before anything else. */
const twoStepSetup = createRoute({
  getParentRoute,
  path: '/two-step-setup',
  component: lazyRouteComponent(() => import('./routes/entry/TwoStepSetupRoute.tsx'), 'TwoStepSetupRoute'),
});
/** Where a person with a generated password is led before anything else. */
const newPassword = createRoute({
  getParentRoute,
  path: '/new-password',
  component: lazyRouteComponent(() => import('./routes/entry/NewPasswordRoute.tsx'), 'NewPasswordRoute'),
});
const muteLink = createRoute({
  getParentRoute,
  path: MUTE_LINK_PATH,
  component: lazyRouteComponent(() => import('./routes/entry/MuteRoute.tsx'), 'MuteRoute'),
});
const unknown = createRoute({
  getParentRoute,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/login' });
  },
});

const ordersAlias = createRoute({
  getParentRoute: () => guarded,
  path: '/orders',
  beforeLoad: () => {
    throw redirect({ to: '/sellerfulfilledorders', search: {} });
  },
});
const productsAlias = createRoute({
  getParentRoute: () => guarded,
  path: '/products',
  beforeLoad: () => {
    throw redirect({ to: '/merchantfulfilledinventory', search: { tab: 'stock' } });
  },
});
/** Every component in every state; in development only. */
const componentPages = import.meta.env.DEV
  ? [createRoute({ getParentRoute: () => guarded, path: '/ui', component: lazyRouteComponent(() => import('./PartsPage.tsx'), 'PartsPage') })]
  : [];

const routeTree = rootRoute.addChildren([
  landing,
  login,
  feeLookup,
  accountLink,
  singleSignOn,
  twoStepSetup,
  newPassword,
  muteLink,
  guarded.addChildren([...pages, ordersAlias, productsAlias, ...componentPages]),
  unknown,
]);

const PENDING_AFTER_MS = 100;

function PageSkeleton() {
  return <SkeletonRows count={8} />;
}

export function createAppRouter() {
  // A page that loads slowly is announced by its skeleton, which never delays a page that is there.
  return createRouter({
    ...{ routeTree, parseSearch, stringifySearch, defaultPreload: 'intent', scrollRestoration: true },
    ...{ defaultPendingMs: PENDING_AFTER_MS, defaultPendingMinMs: 0, defaultPendingComponent: PageSkeleton },
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}

function SignIn() {
  const navigate = useNavigate();
  const openDashboard = () => {
    const session = currentSession();
    if (session !== undefined) void navigate({ to: dashboardPath(session) });
  };
  return <SignInPage onSignedIn={openDashboard} />;
}
