import { ACCOUNT_LINK_PATH } from '@stowage/contract/identity/account';
import { MUTE_LINK_PATH } from '@stowage/contract/notifications/mute-link-path';
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet, redirect, useNavigate } from '@tanstack/react-router';
import { currentSession, storedToken } from '../api/session.ts';
import { readAuditLogAddress } from '../features/audit-log/audit-log-address.ts';
import { readCaseReviewAddress } from '../features/cases/case-review-address.ts';
import { readDocumentsAddress } from '../features/documents/documents-address.ts';
import type { PeopleAddress } from '../features/identity/people/people-address.ts';
import { SignInPage } from '../features/identity/sign-in/SignInPage.tsx';
import { readIndexAdvisorAddress } from '../features/index-advisor/index-advisor-address.ts';
import { readAdjustmentAddress } from '../features/inventory/adjustment/adjustment-address.ts';
import { readAuditAddress } from '../features/inventory/audit/audit-address.ts';
import { readCountAddress, readCountsAddress } from '../features/inventory/counts/count-address.ts';
import { readReportAddress } from '../features/inventory/report/report-address.ts';
import { readScanPageAddress } from '../features/inventory/sf-inventory-address.ts';
import { readInvoicingAddress } from '../features/invoicing/invoicing-address.ts';
import { readJobsPageAddress } from '../features/jobs/jobs-page-address.ts';
import { readNotificationAddress } from '../features/notifications/notification-address.ts';
import { readOrderAddress, readOrdersAddress } from '../features/orders/list/orders-address.ts';
import { readPriceListAddress } from '../features/price-lists/price-list-address.ts';
import { readFeedAddress } from '../features/pricing/feeds/feed-address.ts';
import { readCompetitorsAddress } from '../features/pricing/map-compliance/competitors-address.ts';
import { readReportsAddress } from '../features/pricing/reports/report-address.ts';
import { readNewProductAddress, readProductAddress } from '../features/products/product-address.ts';
import { readPoListAddress } from '../features/purchasing/purchase-orders/po-list-address.ts';
import { readReceiveAddress } from '../features/purchasing/receive-address.ts';
import { readReturnsAddress } from '../features/returns/returns-address.ts';
import { isPositive, only } from '../shared/address-parts.ts';
import { ErrorPage } from './ErrorPage.tsx';
import { dashboardPath } from './shell/screens.ts';

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
/** For everybody, signed in or not. */
const feeLookup = createRoute({
  getParentRoute: () => rootRoute,
  path: '/fba-fee-lookup',
  component: lazyRouteComponent(() => import('../features/fee-lookup/FeeLookupPage.tsx'), 'FeeLookupPage'),
});
/** Behind a mailed link: for whoever has it. */
const accountLink = createRoute({
  getParentRoute: () => rootRoute,
  path: ACCOUNT_LINK_PATH,
  component: lazyRouteComponent(() => import('./routes/AccountLinkRoute.tsx'), 'AccountLinkRoute'),
});
const muteLink = createRoute({
  getParentRoute: () => rootRoute,
  path: MUTE_LINK_PATH,
  component: lazyRouteComponent(() => import('./routes/MuteRoute.tsx'), 'MuteRoute'),
});
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
  component: lazyRouteComponent(() => import('./shell/Shell.tsx'), 'Shell'),
});

const scanPage = createRoute({
  getParentRoute: () => guarded,
  path: '/merchantfulfilledinventory',
  validateSearch: only(readScanPageAddress),
  component: lazyRouteComponent(() => import('./routes/ScanRoute.tsx'), 'ScanRoute'),
});
const adjustmentPage = createRoute({
  getParentRoute: () => guarded,
  path: '/localinventoryadjustment',
  validateSearch: only(readAdjustmentAddress),
  component: lazyRouteComponent(() => import('./routes/AdjustmentRoute.tsx'), 'AdjustmentRoute'),
});
const auditPage = createRoute({
  getParentRoute: () => guarded,
  path: '/localinventoryaudit',
  validateSearch: only(readAuditAddress),
  component: lazyRouteComponent(() => import('./routes/AuditRoute.tsx'), 'AuditRoute'),
});
const reportPage = createRoute({
  getParentRoute: () => guarded,
  path: '/localinventoryreport',
  validateSearch: only(readReportAddress),
  component: lazyRouteComponent(() => import('./routes/ReportRoute.tsx'), 'ReportRoute'),
});
const counts = createRoute({
  getParentRoute: () => guarded,
  path: '/counts',
  validateSearch: only(readCountsAddress),
  component: lazyRouteComponent(() => import('./routes/CountsRoute.tsx'), 'CountsRoute'),
});
const count = createRoute({
  getParentRoute: () => guarded,
  path: '/counts/$countId',
  validateSearch: only(readCountAddress),
  component: lazyRouteComponent(() => import('./routes/CountRoute.tsx'), 'CountRoute'),
});
const orders = createRoute({
  getParentRoute: () => guarded,
  path: '/sellerfulfilledorders',
  validateSearch: only(readOrdersAddress),
  component: lazyRouteComponent(() => import('./routes/OrdersRoute.tsx'), 'OrdersRoute'),
});
const ordersAlias = createRoute({
  getParentRoute: () => guarded,
  path: '/orders',
  beforeLoad: () => {
    throw redirect({ to: '/sellerfulfilledorders', search: {} });
  },
});
const order = createRoute({
  getParentRoute: () => guarded,
  path: '/orders/$orderId',
  validateSearch: only(readOrderAddress),
  component: lazyRouteComponent(() => import('./routes/OrderRoute.tsx'), 'OrderRoute'),
});
const newProduct = createRoute({
  getParentRoute: () => guarded,
  path: '/products/new',
  validateSearch: only(readNewProductAddress),
  component: lazyRouteComponent(() => import('./routes/NewProductRoute.tsx'), 'NewProductRoute'),
});
const product = createRoute({
  getParentRoute: () => guarded,
  path: '/products/$productId',
  validateSearch: only(readProductAddress),
  component: lazyRouteComponent(() => import('./routes/ProductRoute.tsx'), 'ProductRoute'),
});
const productsAlias = createRoute({
  getParentRoute: () => guarded,
  path: '/products',
  beforeLoad: () => {
    throw redirect({ to: '/merchantfulfilledinventory', search: { tab: 'stock' } });
  },
});
const documents = createRoute({
  getParentRoute: () => guarded,
  path: '/documents',
  validateSearch: only(readDocumentsAddress),
  component: lazyRouteComponent(() => import('./routes/DocumentsRoute.tsx'), 'DocumentsRoute'),
});
const inbound = createRoute({
  getParentRoute: () => guarded,
  path: '/inbound-shipments',
  component: lazyRouteComponent(() => import('../features/purchasing/inbound/InboundPage.tsx'), 'InboundPage'),
});
const returns = createRoute({
  getParentRoute: () => guarded,
  path: '/returns',
  validateSearch: only(readReturnsAddress),
  component: lazyRouteComponent(() => import('./routes/ReturnsRoute.tsx'), 'ReturnsRoute'),
});
const caseReview = createRoute({
  getParentRoute: () => guarded,
  path: '/case-review',
  validateSearch: only(readCaseReviewAddress),
  component: lazyRouteComponent(() => import('./routes/CaseReviewRoute.tsx'), 'CaseReviewRoute'),
});
const caseTemplates = createRoute({
  getParentRoute: () => guarded,
  path: '/case-review/templates',
  component: lazyRouteComponent(() => import('../features/cases/CaseTemplatesPage.tsx'), 'CaseTemplatesPage'),
});
const priceLists = createRoute({
  getParentRoute: () => guarded,
  path: '/price-lists',
  validateSearch: only(readPriceListAddress),
  component: lazyRouteComponent(() => import('./routes/PriceListRoute.tsx'), 'PriceListRoute'),
});
const uploadPo = createRoute({
  getParentRoute: () => guarded,
  path: '/receiveinventory/uploadpo',
  component: lazyRouteComponent(() => import('./routes/UploadPoRoute.tsx'), 'UploadPoRoute'),
});
const receiveInventory = createRoute({
  getParentRoute: () => guarded,
  path: '/receiveinventory',
  validateSearch: only(readReceiveAddress),
  component: lazyRouteComponent(() => import('./routes/ReceiveRoute.tsx'), 'ReceiveRoute'),
});
const poList = createRoute({
  getParentRoute: () => guarded,
  path: '/polist',
  validateSearch: only(readPoListAddress),
  component: lazyRouteComponent(() => import('./routes/PoListRoute.tsx'), 'PoListRoute'),
});
const poSummary = createRoute({
  getParentRoute: () => guarded,
  path: '/packinglists',
  validateSearch: only(readPoListAddress),
  component: lazyRouteComponent(() => import('./routes/PoListRoute.tsx'), 'PoSummaryRoute'),
});
const invoicing = createRoute({
  getParentRoute: () => guarded,
  path: '/poinvoicecredits',
  validateSearch: only(readInvoicingAddress),
  component: lazyRouteComponent(() => import('./routes/InvoicingRoute.tsx'), 'InvoicingRoute'),
});
const jobs = createRoute({
  getParentRoute: () => guarded,
  path: '/jobs',
  validateSearch: only(readJobsPageAddress),
  component: lazyRouteComponent(() => import('./routes/JobsRoute.tsx'), 'JobsRoute'),
});
const reports = createRoute({
  getParentRoute: () => guarded,
  path: '/reports',
  validateSearch: only(readReportsAddress),
  component: lazyRouteComponent(() => import('./routes/ReportsRoute.tsx'), 'ReportsRoute'),
});
const feedStatus = createRoute({
  getParentRoute: () => guarded,
  path: '/feed-status',
  validateSearch: only(readFeedAddress),
  component: lazyRouteComponent(() => import('./routes/FeedStatusRoute.tsx'), 'FeedStatusRoute'),
});
const indexAdvisor = createRoute({
  getParentRoute: () => guarded,
  path: '/index-advisor',
  validateSearch: only(readIndexAdvisorAddress),
  component: lazyRouteComponent(() => import('./routes/IndexAdvisorRoute.tsx'), 'IndexAdvisorRoute'),
});
const settings = createRoute({
  getParentRoute: () => guarded,
  path: '/admin/settings',
  component: lazyRouteComponent(() => import('./routes/SettingsRoute.tsx'), 'SettingsRoute'),
});
const integrations = createRoute({
  getParentRoute: () => guarded,
  path: '/admin/settings/integrations',
  component: lazyRouteComponent(() => import('../features/connection/ConnectionPage.tsx'), 'ConnectionPage'),
});
const competitors = createRoute({
  getParentRoute: () => guarded,
  path: '/admin/settings/competitors',
  validateSearch: readCompetitorsAddress,
  component: lazyRouteComponent(() => import('./routes/CompetitorsRoute.tsx'), 'CompetitorsRoute'),
});
const profile = createRoute({
  getParentRoute: () => guarded,
  path: '/profile',
  component: lazyRouteComponent(() => import('./routes/ProfileRoute.tsx'), 'ProfileRoute'),
});
const people = createRoute({
  getParentRoute: () => guarded,
  path: '/admin/people',
  validateSearch: only(({ person }: Record<string, unknown>): PeopleAddress => (isPositive(person) ? { person } : {})),
  component: lazyRouteComponent(() => import('./routes/PeopleRoute.tsx'), 'PeopleRoute'),
});
const mailbox = createRoute({
  getParentRoute: () => guarded,
  path: '/admin/mailbox',
  component: lazyRouteComponent(() => import('../features/mail/MailboxPage.tsx'), 'MailboxPage'),
});
const auditLog = createRoute({
  getParentRoute: () => guarded,
  path: '/audit-log',
  validateSearch: only(readAuditLogAddress),
  component: lazyRouteComponent(() => import('./routes/AuditLogRoute.tsx'), 'AuditLogRoute'),
});
const notifications = createRoute({
  getParentRoute: () => guarded,
  path: '/notifications',
  validateSearch: only(readNotificationAddress),
  component: lazyRouteComponent(() => import('./routes/NotificationsRoute.tsx'), 'NotificationsRoute'),
});
/** Every part in every state; in development only. */
const partsPages = import.meta.env.DEV
  ? [createRoute({ getParentRoute: () => guarded, path: '/ui', component: lazyRouteComponent(() => import('./PartsPage.tsx'), 'PartsPage') })]
  : [];

const dashboardPage = lazyRouteComponent(() => import('./routes/DashboardRoute.tsx'), 'DashboardRoute');
const dashboard = createRoute({ getParentRoute: () => guarded, path: '/dashboard', component: dashboardPage });
const adminDashboard = createRoute({ getParentRoute: () => guarded, path: '/admin-dashboard', component: dashboardPage });

const routeTree = rootRoute.addChildren([
  landing,
  login,
  feeLookup,
  accountLink,
  muteLink,
  guarded.addChildren([
    dashboard,
    adminDashboard,
    scanPage,
    adjustmentPage,
    auditPage,
    reportPage,
    counts,
    count,
    orders,
    ordersAlias,
    order,
    documents,
    newProduct,
    product,
    productsAlias,
    inbound,
    returns,
    caseReview,
    caseTemplates,
    priceLists,
    receiveInventory,
    uploadPo,
    poList,
    poSummary,
    invoicing,
    jobs,
    reports,
    feedStatus,
    indexAdvisor,
    settings,
    integrations,
    competitors,
    profile,
    people,
    mailbox,
    auditLog,
    notifications,
    ...partsPages,
  ]),
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
