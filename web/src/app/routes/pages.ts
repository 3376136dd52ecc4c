import { readAuditLogAddress } from '../../features/audit-log/audit-log-address.ts';
import { readBulkPageAddress } from '../../features/bulk/bulk-page-address.ts';
import { readCaseReviewAddress } from '../../features/cases/case-review-address.ts';
import { readDocumentsAddress } from '../../features/documents/documents-address.ts';
import { readPeopleAddress } from '../../features/identity/people/people-address.ts';
import { readIndexAdvisorAddress } from '../../features/index-advisor/index-advisor-address.ts';
import { readAdjustmentAddress } from '../../features/inventory/adjustment/adjustment-address.ts';
import { readAuditAddress } from '../../features/inventory/audit/audit-address.ts';
import { readCountAddress, readCountsAddress } from '../../features/inventory/counts/count-address.ts';
import { readReportAddress } from '../../features/inventory/report/report-address.ts';
import { readSfInventoryAddress } from '../../features/inventory/sf-inventory-address.ts';
import { readInvoicingAddress } from '../../features/invoicing/invoicing-address.ts';
import { readJobsPageAddress } from '../../features/jobs/jobs-page-address.ts';
import { readNotificationAddress } from '../../features/notifications/notification-address.ts';
import { readOrderAddress, readOrdersAddress } from '../../features/orders/list/orders-address.ts';
import { readPriceListAddress } from '../../features/price-lists/price-list-address.ts';
import { readFeedAddress } from '../../features/pricing/feeds/feed-address.ts';
import { readCompetitorsAddress } from '../../features/pricing/map-compliance/competitors-address.ts';
import { readReportsAddress } from '../../features/pricing/reports/report-address.ts';
import { readNewProductAddress, readProductAddress } from '../../features/products/product-address.ts';
import { readInboundAddress } from '../../features/purchasing/inbound/inbound-address.ts';
import { readPoListAddress } from '../../features/purchasing/purchase-orders/po-list-address.ts';
import { readReceiveAddress } from '../../features/purchasing/receive-address.ts';
import { readReturnsAddress } from '../../features/returns/returns-address.ts';
import { pageRoute, plainRoute } from './page-route.tsx';

/** Every page behind the sign-in: its path, the reader of its address, its component, and the import of a hook that supplies other properties. */
export const pages = [
  // Dashboard, search and people.
  plainRoute('/dashboard', () => import('./DashboardRoute.tsx').then(({ DashboardRoute }) => DashboardRoute)),
  plainRoute('/admin-dashboard', () => import('./DashboardRoute.tsx').then(({ DashboardRoute }) => DashboardRoute)),
  pageRoute(
    '/notifications',
    readNotificationAddress,
    () => import('../../features/notifications/NotificationsPage.tsx').then(({ NotificationsPage }) => NotificationsPage),
    async () => (await import('./page-props.tsx')).useOpenProps,
  ),
  plainRoute('/profile', () => import('./ProfileRoute.tsx').then(({ ProfileRoute }) => ProfileRoute)),
  pageRoute(
    '/documents',
    readDocumentsAddress,
    () => import('../../features/documents/DocumentsPage.tsx').then(({ DocumentsPage }) => DocumentsPage),
    async () => (await import('./page-props.tsx')).useDocumentsProps,
  ),
  // Inventory.
  pageRoute(
    '/merchantfulfilledinventory',
    readSfInventoryAddress,
    () => import('../../features/inventory/SfInventoryPage.tsx').then(({ SfInventoryPage }) => SfInventoryPage),
    async () => (await import('./page-props.tsx')).useStockProps,
  ),
  pageRoute(
    '/localinventoryadjustment',
    readAdjustmentAddress,
    () => import('../../features/inventory/adjustment/AdjustmentPage.tsx').then(({ AdjustmentPage }) => AdjustmentPage),
    async () => (await import('./page-props.tsx')).useStockProps,
  ),
  pageRoute('/localinventoryaudit', readAuditAddress, () => import('../../features/inventory/audit/AuditPage.tsx').then(({ AuditPage }) => AuditPage)),
  pageRoute('/localinventoryreport', readReportAddress, () => import('../../features/inventory/report/ReportPage.tsx').then(({ ReportPage }) => ReportPage)),
  pageRoute(
    '/counts',
    readCountsAddress,
    () => import('../../features/inventory/counts/CountsPage.tsx').then(({ CountsPage }) => CountsPage),
    async () => (await import('./page-props.tsx')).useCountsProps,
  ),
  pageRoute('/counts/$countId', readCountAddress, () => import('./CountRoute.tsx').then(({ CountRoute }) => CountRoute)),
  pageRoute('/products/new', readNewProductAddress, () => import('./NewProductRoute.tsx').then(({ NewProductRoute }) => NewProductRoute)),
  pageRoute('/products/$productId', readProductAddress, () => import('./ProductRoute.tsx').then(({ ProductRoute }) => ProductRoute)),
  // Orders, returns and cases.
  pageRoute(
    '/sellerfulfilledorders',
    readOrdersAddress,
    () => import('../../features/orders/list/OrdersPage.tsx').then(({ OrdersPage }) => OrdersPage),
    async () => (await import('./page-props.tsx')).useOrdersProps,
  ),
  pageRoute('/orders/$orderId', readOrderAddress, () => import('./OrderRoute.tsx').then(({ OrderRoute }) => OrderRoute)),
  pageRoute('/returns', readReturnsAddress, () => import('./ReturnsRoute.tsx').then(({ ReturnsRoute }) => ReturnsRoute)),
  pageRoute('/case-review', readCaseReviewAddress, () => import('./CaseReviewRoute.tsx').then(({ CaseReviewRoute }) => CaseReviewRoute)),
  plainRoute('/case-review/templates', () => import('../../features/cases/CaseTemplatesPage.tsx').then(({ CaseTemplatesPage }) => CaseTemplatesPage)),
  // Purchasing and invoicing.
  pageRoute(
    '/receiveinventory',
    readReceiveAddress,
    () => import('../../features/purchasing/receiving/ReceivePage.tsx').then(({ ReceivePage }) => ReceivePage),
    async () => (await import('./page-props.tsx')).useReceiveProps,
  ),
  plainRoute('/receiveinventory/uploadpo', () => import('./UploadPoRoute.tsx').then(({ UploadPoRoute }) => UploadPoRoute)),
  pageRoute(
    '/polist',
    readPoListAddress,
    () => import('../../features/purchasing/purchase-orders/PoListPage.tsx').then(({ PoListPage }) => PoListPage),
    async () => (await import('./page-props.tsx')).usePoOverviewProps,
  ),
  pageRoute(
    '/packinglists',
    readPoListAddress,
    () => import('../../features/purchasing/purchase-orders/PoListPage.tsx').then(({ PoListPage }) => PoListPage),
    async () => (await import('./page-props.tsx')).usePoSummaryProps,
  ),
  pageRoute('/inbound-shipments', readInboundAddress, () => import('../../features/purchasing/inbound/InboundPage.tsx').then(({ InboundPage }) => InboundPage)),
  pageRoute('/poinvoicecredits', readInvoicingAddress, () => import('../../features/invoicing/InvoicingPage.tsx').then(({ InvoicingPage }) => InvoicingPage)),
  // Pricing.
  pageRoute('/price-lists', readPriceListAddress, () => import('../../features/price-lists/PriceListPage.tsx').then(({ PriceListPage }) => PriceListPage)),
  pageRoute('/reports', readReportsAddress, () => import('../../features/pricing/reports/ReportsPage.tsx').then(({ ReportsPage }) => ReportsPage)),
  pageRoute('/feed-status', readFeedAddress, () => import('../../features/pricing/feeds/FeedStatusPage.tsx').then(({ FeedStatusPage }) => FeedStatusPage)),
  pageRoute('/admin/settings/competitors', readCompetitorsAddress, () =>
    import('../../features/pricing/map-compliance/CompetitorsPage.tsx').then(({ CompetitorsPage }) => CompetitorsPage),
  ),
  // Administration.
  plainRoute('/admin/settings', () => import('./SettingsRoute.tsx').then(({ SettingsRoute }) => SettingsRoute)),
  plainRoute('/admin/settings/integrations', () => import('../../features/connection/ConnectionPage.tsx').then(({ ConnectionPage }) => ConnectionPage)),
  pageRoute('/admin/people', readPeopleAddress, () => import('../../features/identity/people/PeoplePage.tsx').then(({ PeoplePage }) => PeoplePage)),
  plainRoute('/admin/mailbox', () => import('../../features/mail/MailboxPage.tsx').then(({ MailboxPage }) => MailboxPage)),
  pageRoute('/audit-log', readAuditLogAddress, () => import('../../features/audit-log/AuditLogPage.tsx').then(({ AuditLogPage }) => AuditLogPage)),
  pageRoute('/jobs', readJobsPageAddress, () => import('../../features/jobs/JobsPage.tsx').then(({ JobsPage }) => JobsPage)),
  pageRoute('/bulk-actions', readBulkPageAddress, () => import('../../features/bulk/BulkActionsPage.tsx').then(({ BulkActionsPage }) => BulkActionsPage)),
  pageRoute('/index-advisor', readIndexAdvisorAddress, () => import('./IndexAdvisorRoute.tsx').then(({ IndexAdvisorRoute }) => IndexAdvisorRoute)),
] as const;
