import { ACCOUNT_LINK_PATH } from '@stowage/contract/account';
import { CASE_STATUSES, CASE_VIEWS } from '@stowage/contract/cases';
import { CONDITION_NAMES } from '@stowage/contract/conditions';
import { FEED_PAGE_SIZES, FEED_STATUSES } from '@stowage/contract/feeds';
import { HISTORY_PAGE_SIZE, HISTORY_WINDOW } from '@stowage/contract/inventory';
import { LEDGER_PAGE_SIZE, LEDGER_WINDOW } from '@stowage/contract/inventory-adjustment';
import { COUNT_LISTS, COUNT_STATES } from '@stowage/contract/inventory-count';
import { JOB_STATES } from '@stowage/contract/jobs';
import { MUTE_LINK_PATH } from '@stowage/contract/mute-path';
import { NOTIFICATION_TABS } from '@stowage/contract/notification-tabs';
import { ORDER_NEEDS, ORDER_STAGES } from '@stowage/contract/order-stages';
import { LAST_PAGE } from '@stowage/contract/paging';
import { BREAKDOWN_SORTS } from '@stowage/contract/pricing-breakdown';
import { PO_SHOWS, PO_SORTS } from '@stowage/contract/purchase-orders';
import { SUGGESTION_STATUSES } from '@stowage/contract/suggestion-statuses';
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet, redirect, useNavigate } from '@tanstack/react-router';
import { currentSession, storedToken } from '../api/session.ts';
import type { AuditLogAddress } from '../features/audit-log/audit-log-address.ts';
import type { CaseReviewAddress } from '../features/cases/case-review-address.ts';
import type { CompetitorsAddress } from '../features/competitors/competitors-address.ts';
import type { DocumentsAddress } from '../features/documents/documents-address.ts';
import type { FeedAddress } from '../features/feeds/feed-address.ts';
import { SignInPage } from '../features/identity/SignInPage.tsx';
import { type IndexAdvisorAddress, SUGGESTION_DIALOGS } from '../features/indexes/index-advisor-address.ts';
import { type AdjustmentAddress, ITEM_DIALOGS } from '../features/inventory/adjustment/adjustment-address.ts';
import type { AuditAddress } from '../features/inventory/audit/audit-address.ts';
import type { CountAddress, CountsAddress } from '../features/inventory/count/count-address.ts';
import type { ReportAddress } from '../features/inventory/report/report-address.ts';
import type { SfInventoryAddress } from '../features/inventory/SfInventoryPage.tsx';
import { STOCK_SHOWS } from '../features/inventory/stock/stock-address.ts';
import { INVOICING_TABS, INVOICING_WINDOWS, type InvoicingAddress } from '../features/invoicing/invoicing-address.ts';
import type { JobsPageAddress } from '../features/jobs/jobs-page-address.ts';
import type { NotificationAddress } from '../features/notifications/notification-address.ts';
import { ORDER_DIALOGS, type OrderAddress, type OrdersAddress } from '../features/orders/orders-address.ts';
import type { PeopleAddress } from '../features/people/people-address.ts';
import type { PriceListAddress } from '../features/price-lists/price-list-address.ts';
import { type NewProductAddress, PRODUCT_DIALOGS, PRODUCT_LISTS, type ProductAddress } from '../features/products/product-address.ts';
import type { PoListAddress } from '../features/purchasing/po-list-address.ts';
import { RECEIVE_TABS, RECEIVE_WINDOWS, type ReceiveAddress } from '../features/purchasing/receive-address.ts';
import type { ReportsAddress } from '../features/reports/report-address.ts';
import type { ReturnsAddress } from '../features/returns/returns-address.ts';
import { isDay, isFilled, isPositive, only, pageIn } from './address-parts.ts';
import { ErrorPage } from './ErrorPage.tsx';
import { dashboardPath } from './screens.ts';

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
  component: lazyRouteComponent(() => import('./AccountLinkRoute.tsx'), 'AccountLinkRoute'),
});
const muteLink = createRoute({
  getParentRoute: () => rootRoute,
  path: MUTE_LINK_PATH,
  component: lazyRouteComponent(() => import('./MuteRoute.tsx'), 'MuteRoute'),
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
  component: lazyRouteComponent(() => import('./Shell.tsx'), 'Shell'),
});

const scanPage = createRoute({
  getParentRoute: () => guarded,
  path: '/merchantfulfilledinventory',
  validateSearch: only(readScanPageAddress),
  component: lazyRouteComponent(() => import('./ScanRoute.tsx'), 'ScanRoute'),
});
const adjustmentPage = createRoute({
  getParentRoute: () => guarded,
  path: '/localinventoryadjustment',
  validateSearch: only(readAdjustmentAddress),
  component: lazyRouteComponent(() => import('./AdjustmentRoute.tsx'), 'AdjustmentRoute'),
});
const auditPage = createRoute({
  getParentRoute: () => guarded,
  path: '/localinventoryaudit',
  validateSearch: only(readAuditAddress),
  component: lazyRouteComponent(() => import('./AuditRoute.tsx'), 'AuditRoute'),
});
const reportPage = createRoute({
  getParentRoute: () => guarded,
  path: '/localinventoryreport',
  validateSearch: only(readReportAddress),
  component: lazyRouteComponent(() => import('./ReportRoute.tsx'), 'ReportRoute'),
});
const counts = createRoute({
  getParentRoute: () => guarded,
  path: '/counts',
  validateSearch: only(readCountsAddress),
  component: lazyRouteComponent(() => import('./CountsRoute.tsx'), 'CountsRoute'),
});
const count = createRoute({
  getParentRoute: () => guarded,
  path: '/counts/$countId',
  validateSearch: only(readCountAddress),
  component: lazyRouteComponent(() => import('./CountRoute.tsx'), 'CountRoute'),
});
const orders = createRoute({
  getParentRoute: () => guarded,
  path: '/sellerfulfilledorders',
  validateSearch: only(readOrdersAddress),
  component: lazyRouteComponent(() => import('./OrdersRoute.tsx'), 'OrdersRoute'),
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
  component: lazyRouteComponent(() => import('./OrderRoute.tsx'), 'OrderRoute'),
});
const newProduct = createRoute({
  getParentRoute: () => guarded,
  path: '/products/new',
  validateSearch: only(readNewProductAddress),
  component: lazyRouteComponent(() => import('./NewProductRoute.tsx'), 'NewProductRoute'),
});
const product = createRoute({
  getParentRoute: () => guarded,
  path: '/products/$productId',
  validateSearch: only(readProductAddress),
  component: lazyRouteComponent(() => import('./ProductRoute.tsx'), 'ProductRoute'),
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
  component: lazyRouteComponent(() => import('./DocumentsRoute.tsx'), 'DocumentsRoute'),
});
const inbound = createRoute({
  getParentRoute: () => guarded,
  path: '/inbound-shipments',
  component: lazyRouteComponent(() => import('../features/inbound/InboundPage.tsx'), 'InboundPage'),
});
const returns = createRoute({
  getParentRoute: () => guarded,
  path: '/returns',
  validateSearch: only(readReturnsAddress),
  component: lazyRouteComponent(() => import('./ReturnsRoute.tsx'), 'ReturnsRoute'),
});
const caseReview = createRoute({
  getParentRoute: () => guarded,
  path: '/case-review',
  validateSearch: only(readCaseReviewAddress),
  component: lazyRouteComponent(() => import('./CaseReviewRoute.tsx'), 'CaseReviewRoute'),
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
  component: lazyRouteComponent(() => import('./PriceListRoute.tsx'), 'PriceListRoute'),
});
const uploadPo = createRoute({
  getParentRoute: () => guarded,
  path: '/receiveinventory/uploadpo',
  component: lazyRouteComponent(() => import('./UploadPoRoute.tsx'), 'UploadPoRoute'),
});
const receiveInventory = createRoute({
  getParentRoute: () => guarded,
  path: '/receiveinventory',
  validateSearch: only(readReceiveAddress),
  component: lazyRouteComponent(() => import('./ReceiveRoute.tsx'), 'ReceiveRoute'),
});
const poList = createRoute({
  getParentRoute: () => guarded,
  path: '/polist',
  validateSearch: only(readPoListAddress),
  component: lazyRouteComponent(() => import('./PoListRoute.tsx'), 'PoListRoute'),
});
const poSummary = createRoute({
  getParentRoute: () => guarded,
  path: '/packinglists',
  validateSearch: only(readPoListAddress),
  component: lazyRouteComponent(() => import('./PoListRoute.tsx'), 'PoSummaryRoute'),
});
const invoicing = createRoute({
  getParentRoute: () => guarded,
  path: '/poinvoicecredits',
  validateSearch: only(readInvoicingAddress),
  component: lazyRouteComponent(() => import('./InvoicingRoute.tsx'), 'InvoicingRoute'),
});
const jobs = createRoute({
  getParentRoute: () => guarded,
  path: '/jobs',
  validateSearch: only(readJobsPageAddress),
  component: lazyRouteComponent(() => import('./JobsRoute.tsx'), 'JobsRoute'),
});
const reports = createRoute({
  getParentRoute: () => guarded,
  path: '/reports',
  validateSearch: only(readReportsAddress),
  component: lazyRouteComponent(() => import('./ReportsRoute.tsx'), 'ReportsRoute'),
});
const feedStatus = createRoute({
  getParentRoute: () => guarded,
  path: '/feed-status',
  validateSearch: only(readFeedAddress),
  component: lazyRouteComponent(() => import('./FeedStatusRoute.tsx'), 'FeedStatusRoute'),
});
const indexAdvisor = createRoute({
  getParentRoute: () => guarded,
  path: '/index-advisor',
  validateSearch: only(readIndexAdvisorAddress),
  component: lazyRouteComponent(() => import('./IndexAdvisorRoute.tsx'), 'IndexAdvisorRoute'),
});
const settings = createRoute({
  getParentRoute: () => guarded,
  path: '/admin/settings',
  component: lazyRouteComponent(() => import('./SettingsRoute.tsx'), 'SettingsRoute'),
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
  component: lazyRouteComponent(() => import('./CompetitorsRoute.tsx'), 'CompetitorsRoute'),
});
const profile = createRoute({
  getParentRoute: () => guarded,
  path: '/profile',
  component: lazyRouteComponent(() => import('./ProfileRoute.tsx'), 'ProfileRoute'),
});
const people = createRoute({
  getParentRoute: () => guarded,
  path: '/admin/people',
  validateSearch: only(({ person }: Record<string, unknown>): PeopleAddress => (isPositive(person) ? { person } : {})),
  component: lazyRouteComponent(() => import('./PeopleRoute.tsx'), 'PeopleRoute'),
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
  component: lazyRouteComponent(() => import('./AuditLogRoute.tsx'), 'AuditLogRoute'),
});
const notifications = createRoute({
  getParentRoute: () => guarded,
  path: '/notifications',
  validateSearch: only(readNotificationAddress),
  component: lazyRouteComponent(() => import('./NotificationsRoute.tsx'), 'NotificationsRoute'),
});
/** Every part in every state; in development only. */
const partsPages = import.meta.env.DEV
  ? [createRoute({ getParentRoute: () => guarded, path: '/ui', component: lazyRouteComponent(() => import('./PartsPage.tsx'), 'PartsPage') })]
  : [];

const dashboardPage = lazyRouteComponent(() => import('./DashboardRoute.tsx'), 'DashboardRoute');
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

function readScanPageAddress(search: Record<string, unknown>): SfInventoryAddress {
  const { page, location, dialog, item } = search;
  return {
    ...readStockAddress(search),
    ...pageIn(page, HISTORY_WINDOW / HISTORY_PAGE_SIZE),
    ...(typeof location === 'string' && { location }),
    ...((dialog === 'edit' || dialog === 'delete' || dialog === 'restore') && isPositive(item) && { dialog, item }),
  };
}

function readStockAddress(search: Record<string, unknown>): SfInventoryAddress {
  const { tab, q, vendor, condition, at, show, sort, ascending, after, listing } = search;
  const known = STOCK_SHOWS.find((name) => name === show);
  return {
    ...(tab === 'stock' && { tab }),
    ...(isFilled(q) && { q: String(q) }),
    ...(isFilled(vendor) && { vendor: String(vendor) }),
    ...(isPositive(condition) && condition in CONDITION_NAMES && { condition }),
    ...(isFilled(at) && { at: String(at) }),
    ...(known !== undefined && { show: known }),
    ...((sort === 'sku' || sort === 'item') && { sort }),
    ...(ascending === true && { ascending }),
    ...(typeof after === 'string' && after !== '' && { after }),
    ...(isPositive(listing) && { listing }),
  };
}

function readAdjustmentAddress({ tab, q, dialog, item, place, sku, page }: Record<string, unknown>): AdjustmentAddress {
  const known = ITEM_DIALOGS.find((name) => name === dialog);
  return {
    ...((tab === 'adjustments' || tab === 'locations') && { tab }),
    ...(isFilled(q) && { q: String(q) }),
    ...(known !== undefined && isPositive(item) && { dialog: known, item }),
    ...((place === 'new' || isPositive(place)) && { place }),
    ...(isFilled(sku) && { sku: String(sku) }),
    ...pageIn(page, LEDGER_WINDOW / LEDGER_PAGE_SIZE),
  };
}

function readAuditAddress({ location, page, edit }: Record<string, unknown>): AuditAddress {
  return { ...(isFilled(location) && { location: String(location) }), ...pageIn(page, HISTORY_WINDOW / HISTORY_PAGE_SIZE), ...(isPositive(edit) && { edit }) };
}

function readReportAddress({ tab, q, location, sku, day }: Record<string, unknown>): ReportAddress {
  return {
    ...((tab === 'adjustments' || tab === 'value') && { tab }),
    ...(isDay(day) && { day }),
    ...(isFilled(q) && { q: String(q) }),
    ...(isFilled(location) && { location: String(location) }),
    ...(isFilled(sku) && { sku: String(sku) }),
  };
}

function readOrdersAddress({ stage, needs, q, after, verify, piece, confirm }: Record<string, unknown>): OrdersAddress {
  const known = [...ORDER_STAGES, 'ALL' as const].find((one) => one === stage);
  const need = ORDER_NEEDS.find((one) => one === needs);
  return {
    ...(known !== undefined && { stage: known }),
    ...(need !== undefined && { needs: need }),
    ...(isFilled(q) && { q: String(q) }),
    ...(typeof after === 'string' && after !== '' && { after }),
    ...(isFilled(verify) && { verify: String(verify) }),
    ...(isPositive(piece) && { piece }),
    ...(isFilled(confirm) && { confirm: String(confirm) }),
  };
}

function readOrderAddress({ dialog }: Record<string, unknown>): OrderAddress {
  const known = ORDER_DIALOGS.find((one) => one === dialog);
  return known === undefined ? {} : { dialog: known };
}

function readDocumentsAddress({ q, type, vendor, deleted, before, document }: Record<string, unknown>): DocumentsAddress {
  return {
    ...(isFilled(q) && { q: String(q) }),
    // The page itself knows which types there are.
    ...(typeof type === 'string' && type !== '' && { type: type as DocumentsAddress['type'] }),
    ...(isFilled(vendor) && { vendor: String(vendor) }),
    ...(deleted === true && { deleted }),
    ...(isPositive(before) && { before }),
    ...(isPositive(document) && { document }),
  };
}

function readNewProductAddress({ code }: Record<string, unknown>): NewProductAddress {
  return isFilled(code) ? { code: String(code) } : {};
}

function readProductAddress({ dialog, listing, ...lists }: Record<string, unknown>): ProductAddress {
  const known = PRODUCT_DIALOGS.find((one) => one === dialog);
  const begun = PRODUCT_LISTS.filter((name) => isPositive(lists[name])).map((name) => [name, lists[name]]);
  return {
    ...(known !== undefined && { dialog: known }),
    ...(isPositive(listing) && { listing }),
    ...(Object.fromEntries(begun) as ProductAddress),
  };
}

function readCountsAddress({ accuracy, state, location, assignee, page, dialog }: Record<string, unknown>): CountsAddress {
  const known = COUNT_STATES.find((one) => one === state);
  return {
    ...(accuracy === 'lately' && { accuracy }),
    ...(known !== undefined && { state: known }),
    ...(isFilled(location) && { location: String(location) }),
    ...(isPositive(assignee) && { assignee }),
    ...pageIn(page, LAST_PAGE),
    ...(dialog === 'start' && { dialog }),
  };
}

function readCountAddress({ list, location, page }: Record<string, unknown>): CountAddress {
  const known = COUNT_LISTS.find((one) => one === list);
  return {
    ...(known !== undefined && { list: known }),
    ...(isFilled(location) && { location: String(location) }),
    ...pageIn(page, LAST_PAGE),
  };
}

function readReturnsAddress({ q, line }: Record<string, unknown>): ReturnsAddress {
  return { ...(isFilled(q) && { q: String(q) }), ...(isPositive(line) && { line }) };
}

function readCaseReviewAddress({ q, view, status, page, case: id }: Record<string, unknown>): CaseReviewAddress {
  const known = CASE_STATUSES.find((one) => one === status);
  const shown = CASE_VIEWS.find((one) => one === view);
  return {
    ...(isFilled(q) && { q: String(q) }),
    ...(shown !== undefined && shown !== 'all' && { view: shown }),
    ...(known !== undefined && { status: known }),
    ...pageIn(page, LAST_PAGE),
    ...(isPositive(id) && { case: id }),
  };
}

function readPriceListAddress({ q, page, item, window }: Record<string, unknown>): PriceListAddress {
  return {
    ...(isFilled(q) && { q: String(q) }),
    ...pageIn(page, LAST_PAGE),
    ...(isPositive(item) && { item }),
    ...((window === 'bulk-update' || window === 'files') && { window }),
  };
}

function readAuditLogAddress({ actor, kind, record, action, from, to, after }: Record<string, unknown>): AuditLogAddress {
  return {
    ...((actor === 0 || isPositive(actor)) && { actor }),
    ...(typeof kind === 'string' && kind !== '' && { kind }),
    ...(isFilled(record) && { record: String(record) }),
    ...(typeof action === 'string' && action !== '' && { action }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
    ...(typeof after === 'string' && after !== '' && { after }),
  };
}

function readNotificationAddress({ tab }: Record<string, unknown>): NotificationAddress {
  const known = NOTIFICATION_TABS.find((name) => name === tab);
  return known === undefined || known === 'ALL' ? {} : { tab: known };
}

function readReceiveAddress({ po, tab, list, before, code, window }: Record<string, unknown>): ReceiveAddress {
  const known = RECEIVE_TABS.find((name) => name === tab);
  const shown = RECEIVE_WINDOWS.find((name) => name === window);
  return {
    ...(isFilled(po) && { po: String(po) }),
    ...(known !== undefined && { tab: known }),
    ...(isPositive(list) && { list }),
    ...(isPositive(before) && { before }),
    ...(isFilled(code) && { code: String(code) }),
    ...(shown !== undefined && { window: shown }),
  };
}

function readPoListAddress({ q, show, sort, ascending, page }: Record<string, unknown>): PoListAddress {
  const known = PO_SHOWS.find((name) => name === show);
  const sorted = PO_SORTS.find((name) => name === sort);
  return {
    ...(isFilled(q) && { q: String(q) }),
    ...(known !== undefined && { show: known }),
    ...(sorted !== undefined && { sort: sorted }),
    ...(ascending === true && { ascending }),
    ...pageIn(page, LAST_PAGE),
  };
}

function readInvoicingAddress(search: Record<string, unknown>): InvoicingAddress {
  const { tab, vendor, from, to, status, q, sort, ascending, page, order, invoice, po, corrects, window } = search;
  const known = INVOICING_TABS.find((name) => name === tab);
  const shown = INVOICING_WINDOWS.find((name) => name === window);
  return {
    ...(known !== undefined && { tab: known }),
    ...(isFilled(vendor) && { vendor: String(vendor) }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
    ...(typeof status === 'string' && { status }),
    ...(isFilled(q) && { q: String(q) }),
    ...(typeof sort === 'string' && { sort }),
    ...(ascending === true && { ascending }),
    ...pageIn(page, LAST_PAGE),
    ...(isPositive(order) && { order }),
    ...(isPositive(invoice) && { invoice }),
    ...(isFilled(po) && { po: String(po) }),
    ...(isPositive(corrects) && { corrects }),
    ...(shown !== undefined && { window: shown }),
  };
}

function readReportsAddress({ held, type, job, from, to, method, q, sort, ascending, competitors, day, who, page }: Record<string, unknown>): ReportsAddress {
  const known = BREAKDOWN_SORTS.find((name) => name === sort);
  return {
    ...(isFilled(type) && { type: String(type) }),
    ...(held === true && { held }),
    ...(isFilled(job) && { job: String(job) }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
    ...(isFilled(method) && { method: String(method) }),
    ...(isFilled(q) && { q: String(q) }),
    ...(known !== undefined && { sort: known }),
    ...(ascending === true && { ascending }),
    ...(isFilled(competitors) && { competitors: String(competitors) }),
    ...(isDay(day) && { day }),
    ...(isFilled(who) && { who: String(who) }),
    ...pageIn(page, LAST_PAGE),
  };
}

function readCompetitorsAddress({ q, page }: Record<string, unknown>): CompetitorsAddress {
  return { ...(isFilled(q) && { q: String(q) }), ...pageIn(page, LAST_PAGE) };
}

function readFeedAddress({ show, status, type, from, to, creator, size, page, feed }: Record<string, unknown>): FeedAddress {
  const known = FEED_STATUSES.find((name) => name === status);
  const knownSize = FEED_PAGE_SIZES.find((option) => option === size);
  return {
    ...(show === 'look' && { show }),
    ...(known !== undefined && { status: known }),
    ...(isFilled(type) && { type: String(type) }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
    ...(isFilled(creator) && { creator: String(creator) }),
    ...(knownSize !== undefined && { size: knownSize }),
    ...pageIn(page, LAST_PAGE),
    ...(isFilled(feed) && { feed: String(feed) }),
  };
}

function readIndexAdvisorAddress({ status, suggestion, dialog }: Record<string, unknown>): IndexAdvisorAddress {
  const known = SUGGESTION_STATUSES.find((name) => name === status);
  const shown = SUGGESTION_DIALOGS.find((name) => name === dialog);
  return { ...(known !== undefined && { status: known }), ...(isPositive(suggestion) && { suggestion, dialog: shown ?? 'details' }) };
}

function readJobsPageAddress({ page, state, job }: Record<string, unknown>): JobsPageAddress {
  const known = JOB_STATES.find((candidate) => candidate === state);
  return { ...pageIn(page, LAST_PAGE), ...(known !== undefined && { state: known }), ...(isPositive(job) && { job }) };
}
