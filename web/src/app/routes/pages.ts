import { pageRoute, plainRoute } from './page-route.tsx';

/** Every page behind the sign-in: its path, the reader of its address, its component, and the import of a hook that supplies other properties. */
export const pages = [
  // Dashboard, search and people.
  plainRoute('/dashboard', () => import('./DashboardRoute.tsx').then(({ DashboardRoute }) => DashboardRoute)),
  plainRoute('/admin-dashboard', () => import('./DashboardRoute.tsx').then(({ DashboardRoute }) => DashboardRoute)),
  pageRoute(
    '/notifications',
    async () => (await import('../../features/notifications/notification-address.ts')).readNotificationAddress,
    () => import('../../features/notifications/NotificationsPage.tsx').then(({ NotificationsPage }) => NotificationsPage),
    async () => (await import('./page-props.tsx')).useOpenProps,
  ),
  plainRoute('/profile', () => import('./ProfileRoute.tsx').then(({ ProfileRoute }) => ProfileRoute)),
  pageRoute(
    '/documents',
    async () => (await import('../../features/documents/documents-address.ts')).readDocumentsAddress,
    () => import('../../features/documents/DocumentsPage.tsx').then(({ DocumentsPage }) => DocumentsPage),
    async () => (await import('./page-props.tsx')).useDocumentsProps,
  ),
  // Inventory.
  pageRoute(
    '/merchantfulfilledinventory',
    async () => (await import('../../features/inventory/sf-inventory-address.ts')).readSfInventoryAddress,
    () => import('../../features/inventory/SfInventoryPage.tsx').then(({ SfInventoryPage }) => SfInventoryPage),
    async () => (await import('./page-props.tsx')).useStockProps,
  ),
  pageRoute(
    '/localinventoryadjustment',
    async () => (await import('../../features/inventory/adjustment/adjustment-address.ts')).readAdjustmentAddress,
    () => import('../../features/inventory/adjustment/AdjustmentPage.tsx').then(({ AdjustmentPage }) => AdjustmentPage),
    async () => (await import('./page-props.tsx')).useStockProps,
  ),
  pageRoute(
    '/localinventoryaudit',
    async () => (await import('../../features/inventory/audit/audit-address.ts')).readAuditAddress,
    () => import('../../features/inventory/audit/AuditPage.tsx').then(({ AuditPage }) => AuditPage),
  ),
  pageRoute(
    '/localinventoryreport',
    async () => (await import('../../features/inventory/report/report-address.ts')).readReportAddress,
    () => import('../../features/inventory/report/ReportPage.tsx').then(({ ReportPage }) => ReportPage),
  ),
  pageRoute(
    '/counts',
    async () => (await import('../../features/inventory/counts/count-address.ts')).readCountsAddress,
    () => import('../../features/inventory/counts/CountsPage.tsx').then(({ CountsPage }) => CountsPage),
    async () => (await import('./page-props.tsx')).useCountsProps,
  ),
  pageRoute(
    '/counts/$countId',
    async () => (await import('../../features/inventory/counts/count-address.ts')).readCountAddress,
    () => import('./CountRoute.tsx').then(({ CountRoute }) => CountRoute),
  ),
  pageRoute(
    '/products/new',
    async () => (await import('../../features/products/product-address.ts')).readNewProductAddress,
    () => import('./NewProductRoute.tsx').then(({ NewProductRoute }) => NewProductRoute),
  ),
  pageRoute(
    '/products/$productId',
    async () => (await import('../../features/products/product-address.ts')).readProductAddress,
    () => import('./ProductRoute.tsx').then(({ ProductRoute }) => ProductRoute),
  ),
  pageRoute(
    '/bring-in-data',
    async () => (await import('../../features/spreadsheets/spreadsheet-address.ts')).readSpreadsheetAddress,
    () => import('../../features/spreadsheets/SpreadsheetsPage.tsx').then(({ SpreadsheetsPage }) => SpreadsheetsPage),
  ),
  // Orders, returns and cases.
  pageRoute(
    '/sellerfulfilledorders',
    async () => (await import('../../features/orders/list/orders-address.ts')).readOrdersAddress,
    () => import('../../features/orders/list/OrdersPage.tsx').then(({ OrdersPage }) => OrdersPage),
    async () => (await import('./page-props.tsx')).useOrdersProps,
  ),
  pageRoute(
    '/orders/$orderId',
    async () => (await import('../../features/orders/list/orders-address.ts')).readOrderAddress,
    () => import('./OrderRoute.tsx').then(({ OrderRoute }) => OrderRoute),
  ),
  pageRoute(
    '/returns',
    async () => (await import('../../features/returns/returns-address.ts')).readReturnsAddress,
    () => import('./ReturnsRoute.tsx').then(({ ReturnsRoute }) => ReturnsRoute),
  ),
  pageRoute(
    '/case-review',
    async () => (await import('../../features/cases/case-review-address.ts')).readCaseReviewAddress,
    () => import('./CaseReviewRoute.tsx').then(({ CaseReviewRoute }) => CaseReviewRoute),
  ),
  plainRoute('/case-review/templates', () => import('../../features/cases/CaseTemplatesPage.tsx').then(({ CaseTemplatesPage }) => CaseTemplatesPage)),
  // Purchasing and invoicing.
  pageRoute(
    '/receiveinventory',
    async () => (await import('../../features/purchasing/receive-address.ts')).readReceiveAddress,
    () => import('../../features/purchasing/receiving/ReceivePage.tsx').then(({ ReceivePage }) => ReceivePage),
    async () => (await import('./page-props.tsx')).useReceiveProps,
  ),
  plainRoute('/receiveinventory/uploadpo', () => import('./UploadPoRoute.tsx').then(({ UploadPoRoute }) => UploadPoRoute)),
  pageRoute(
    '/polist',
    async () => (await import('../../features/purchasing/purchase-orders/po-list-address.ts')).readPoListAddress,
    () => import('../../features/purchasing/purchase-orders/PoListPage.tsx').then(({ PoListPage }) => PoListPage),
    async () => (await import('./page-props.tsx')).usePoOverviewProps,
  ),
  pageRoute(
    '/packinglists',
    async () => (await import('../../features/purchasing/purchase-orders/po-list-address.ts')).readPoListAddress,
    () => import('../../features/purchasing/purchase-orders/PoListPage.tsx').then(({ PoListPage }) => PoListPage),
    async () => (await import('./page-props.tsx')).usePoSummaryProps,
  ),
  pageRoute(
    '/purchase-orders/drafts',
    async () => (await import('../../features/purchasing/order-drafts/drafts-address.ts')).readDraftsAddress,
    () => import('../../features/purchasing/order-drafts/DraftsPage.tsx').then(({ DraftsPage }) => DraftsPage),
    async () => (await import('./page-props.tsx')).useOpenProps,
  ),
  pageRoute(
    '/purchase-orders/drafts/$draftId',
    async () => (await import('../../features/purchasing/order-drafts/drafts-address.ts')).readDraftAddress,
    () => import('./DraftRoute.tsx').then(({ DraftRoute }) => DraftRoute),
  ),
  pageRoute(
    '/reorder',
    async () => (await import('../../features/purchasing/reorder/reorder-address.ts')).readReorderAddress,
    () => import('../../features/purchasing/reorder/ReorderPage.tsx').then(({ ReorderPage }) => ReorderPage),
    async () => (await import('./page-props.tsx')).useOpenProps,
  ),
  pageRoute(
    '/inbound-shipments',
    async () => (await import('../../features/purchasing/inbound/inbound-address.ts')).readInboundAddress,
    () => import('../../features/purchasing/inbound/InboundPage.tsx').then(({ InboundPage }) => InboundPage),
    async () => (await import('./page-props.tsx')).useOpenProps,
  ),
  pageRoute(
    '/poinvoicecredits',
    async () => (await import('../../features/invoicing/invoicing-address.ts')).readInvoicingAddress,
    () => import('../../features/invoicing/InvoicingPage.tsx').then(({ InvoicingPage }) => InvoicingPage),
  ),
  // Pricing.
  pageRoute(
    '/price-lists',
    async () => (await import('../../features/price-lists/price-list-address.ts')).readPriceListAddress,
    () => import('../../features/price-lists/PriceListPage.tsx').then(({ PriceListPage }) => PriceListPage),
  ),
  pageRoute(
    '/price-strategies',
    async () => (await import('../../features/pricing/strategies/strategies-address.ts')).readStrategiesAddress,
    () => import('../../features/pricing/strategies/StrategiesPage.tsx').then(({ StrategiesPage }) => StrategiesPage),
  ),
  pageRoute(
    '/reports',
    async () => (await import('../../features/pricing/reports/report-address.ts')).readReportsAddress,
    () => import('../../features/pricing/reports/ReportsPage.tsx').then(({ ReportsPage }) => ReportsPage),
  ),
  pageRoute(
    '/feed-status',
    async () => (await import('../../features/pricing/feeds/feed-address.ts')).readFeedAddress,
    () => import('../../features/pricing/feeds/FeedStatusPage.tsx').then(({ FeedStatusPage }) => FeedStatusPage),
  ),
  pageRoute(
    '/admin/settings/competitors',
    async () => (await import('../../features/pricing/map-compliance/competitors-address.ts')).readCompetitorsAddress,
    () => import('../../features/pricing/map-compliance/CompetitorsPage.tsx').then(({ CompetitorsPage }) => CompetitorsPage),
  ),
  // Administration.
  plainRoute('/admin/settings', () => import('./SettingsRoute.tsx').then(({ SettingsRoute }) => SettingsRoute)),
  plainRoute('/admin/settings/integrations', () => import('../../features/connection/ConnectionPage.tsx').then(({ ConnectionPage }) => ConnectionPage)),
  plainRoute('/admin/settings/api-keys', () => import('../../features/identity/api-keys/ApiKeysPage.tsx').then(({ ApiKeysPage }) => ApiKeysPage)),
  pageRoute(
    '/admin/settings/webhooks',
    async () => (await import('../../features/webhooks/webhooks-address.ts')).readWebhooksAddress,
    () => import('../../features/webhooks/WebhooksPage.tsx').then(({ WebhooksPage }) => WebhooksPage),
  ),
  pageRoute(
    '/admin/people',
    async () => (await import('../../features/identity/people/people-address.ts')).readPeopleAddress,
    () => import('../../features/identity/people/PeoplePage.tsx').then(({ PeoplePage }) => PeoplePage),
  ),
  pageRoute(
    '/admin/settings/roles',
    async () => (await import('../../features/identity/roles/roles-address.ts')).readRolesAddress,
    () => import('../../features/identity/roles/RolesPage.tsx').then(({ RolesPage }) => RolesPage),
  ),
  plainRoute('/admin/mailbox', () => import('../../features/mail/MailboxPage.tsx').then(({ MailboxPage }) => MailboxPage)),
  pageRoute(
    '/audit-log',
    async () => (await import('../../features/audit-log/audit-log-address.ts')).readAuditLogAddress,
    () => import('../../features/audit-log/AuditLogPage.tsx').then(({ AuditLogPage }) => AuditLogPage),
  ),
  pageRoute(
    '/jobs',
    async () => (await import('../../features/jobs/jobs-page-address.ts')).readJobsPageAddress,
    () => import('../../features/jobs/JobsPage.tsx').then(({ JobsPage }) => JobsPage),
  ),
  pageRoute(
    '/bulk-actions',
    async () => (await import('../../features/bulk/bulk-page-address.ts')).readBulkPageAddress,
    () => import('../../features/bulk/BulkActionsPage.tsx').then(({ BulkActionsPage }) => BulkActionsPage),
  ),
  pageRoute(
    '/index-advisor',
    async () => (await import('../../features/index-advisor/index-advisor-address.ts')).readIndexAdvisorAddress,
    () => import('./IndexAdvisorRoute.tsx').then(({ IndexAdvisorRoute }) => IndexAdvisorRoute),
  ),
] as const;
