import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { validate } from '@scalar/openapi-parser';
import type { Endpoint } from '@stowage/contract/endpoint';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../../test/test-app.ts';
import { checkoutRoot } from '../paths.ts';

const { app, signIn } = await createTestApp();
const person = await signIn();
await app.ready();

const isEndpoint = (value: unknown): value is Endpoint => typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
/** An exported endpoint, or the endpoints of an exported group such as the calls of an upload. */
const endpointsOf = (value: unknown) => (isEndpoint(value) ? [value] : Object.values(value ?? {}).filter(isEndpoint));

async function contractEndpoints(): Promise<string[]> {
  const folder = path.join(checkoutRoot(), 'contract/src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const modules = await Promise.all(files.map((file) => import(path.join(folder, file))));
  return modules
    .flatMap((module) => Object.values(module))
    .flatMap(endpointsOf)
    .map(({ method, path: url }) => `${method} ${url}`)
    .sort();
}

describe('endpoints', () => {
  const registered = app.registeredRoutes.map(({ endpoint, access }) => `${endpoint.method} ${endpoint.path} (${access})`).sort();

  it('are registered once each', async () => {
    expect(registered.map((line) => line.replace(/ \(.*/, ''))).toEqual(await contractEndpoints());
  });

  it('match this list with their permissions', () => {
    expect(registered).toMatchInlineSnapshot(`
      [
        "DELETE /api/case-templates/:key (case-templates.manage)",
        "DELETE /api/documents/:id (documents.purge)",
        "DELETE /api/list-views/:id (account.own)",
        "DELETE /api/marketplace/credentials (settings.manage)",
        "DELETE /api/marketplace/events/queue (settings.manage)",
        "DELETE /api/orders/:id/photos/:photoId (orders.ship)",
        "DELETE /api/orders/packphotos/:orderId/photos/:clientPhotoId (public)",
        "DELETE /api/packing-lists/:id/file (purchasing.manage)",
        "DELETE /api/packing-lists/:id/lines/:line (purchasing.manage)",
        "DELETE /api/purchase-order-drafts/:id (purchasing.manage)",
        "DELETE /api/purchase-order-lines/:id/photos/:photoId (purchasing.receive)",
        "DELETE /api/receiveinventory/damagephotos/:lineId/photos/:clientPhotoId (public)",
        "DELETE /api/returns/createcase/uploads/:caseId/photos/:clientPhotoId (public)",
        "DELETE /api/webhooks/:id (settings.manage)",
        "GET /api/administrators (account.own)",
        "GET /api/api-keys (settings.manage)",
        "GET /api/audit-log (audit.read)",
        "GET /api/audit-log/export.csv (audit.read)",
        "GET /api/audit-log/export.jsonl (audit.read)",
        "GET /api/audit-log/filters (audit.read)",
        "GET /api/bulk (account.own)",
        "GET /api/bulk/:id (account.own)",
        "GET /api/bulk/:id/rows (account.own)",
        "GET /api/bulk/:id/rows.csv (account.own)",
        "GET /api/case-templates (cases.read)",
        "GET /api/cases (cases.read)",
        "GET /api/cases/export.csv (cases.read)",
        "GET /api/cases/people (cases.read)",
        "GET /api/claim-windows (cases.read)",
        "GET /api/company (account.own)",
        "GET /api/competitors (settings.manage)",
        "GET /api/counts (stock.read)",
        "GET /api/counts/:id (stock.read)",
        "GET /api/counts/:id/lines (stock.read)",
        "GET /api/counts/export.csv (stock.read)",
        "GET /api/counts/people (stock.read)",
        "GET /api/dashboard/attention (account.own)",
        "GET /api/dashboard/claims (cases.read)",
        "GET /api/dashboard/guide (settings.manage)",
        "GET /api/dashboard/scan-rate (stock.read)",
        "GET /api/dashboard/stock-flow (stock.read)",
        "GET /api/dashboard/summary (account.own)",
        "GET /api/dashboard/system (settings.manage)",
        "GET /api/demo (settings.manage)",
        "GET /api/demo/pictures/:kind/:color (public)",
        "GET /api/documents (documents.read)",
        "GET /api/documents/:id (documents.read)",
        "GET /api/documents/:id/beginning (documents.read)",
        "GET /api/documents/:id/content (documents.read)",
        "GET /api/documents/count (documents.read)",
        "GET /api/documents/export.csv (documents.read)",
        "GET /api/documents/zip (documents.read)",
        "GET /api/fba/bulk-update-prices/preview (listings.sync)",
        "GET /api/feeds/:jobIdOrFeedSubmissionId (listings.read)",
        "GET /api/feeds/export.csv (listings.read)",
        "GET /api/feeds/status (listings.read)",
        "GET /api/files/:kind (account.own)",
        "GET /api/getitemcodebyasin (returns.read)",
        "GET /api/health/live (public)",
        "GET /api/health/ready (public)",
        "GET /api/inbound-shipments (stock.read)",
        "GET /api/inbound-shipments/export.csv (stock.read)",
        "GET /api/index-advisor/overview (indexes.manage)",
        "GET /api/index-advisor/status (indexes.manage)",
        "GET /api/index-advisor/suggestions (indexes.manage)",
        "GET /api/inventory/adjustments (stock.read)",
        "GET /api/inventory/audit/history (stock.read)",
        "GET /api/inventory/audit/misses (stock.read)",
        "GET /api/inventory/export/adjustments.csv (stock.read)",
        "GET /api/inventory/export/age.csv (stock.read)",
        "GET /api/inventory/export/as-of.csv (stock.read)",
        "GET /api/inventory/export/location-items.csv (stock.read)",
        "GET /api/inventory/export/location-listings.csv (stock.read)",
        "GET /api/inventory/export/locations.csv (stock.read)",
        "GET /api/inventory/export/places.csv (stock.read)",
        "GET /api/inventory/export/stock.csv (stock.read)",
        "GET /api/inventory/history (stock.read)",
        "GET /api/inventory/locations (stock.read)",
        "GET /api/inventory/putaway/recent (stock.read)",
        "GET /api/inventory/putaway/waiting (stock.read)",
        "GET /api/inventory/report/as-of (stock.read)",
        "GET /api/inventory/report/value (stock.read)",
        "GET /api/inventory/stock (stock.read)",
        "GET /api/inventory/stock/:listingId/units (stock.read)",
        "GET /api/inventory/stock/filters (stock.read)",
        "GET /api/inventory/stock/totals (stock.read)",
        "GET /api/inventory/units/:id/ledger (stock.read)",
        "GET /api/inventory/units/:id/listings (stock.read)",
        "GET /api/inventory/units/lying (stock.read)",
        "GET /api/invoicing-settings (invoices.read)",
        "GET /api/jobs (jobs.read)",
        "GET /api/jobs/:id (jobs.read)",
        "GET /api/jobs/export.csv (jobs.read)",
        "GET /api/list-views (account.own)",
        "GET /api/locations (stock.read)",
        "GET /api/mails (settings.manage)",
        "GET /api/map-compliance/coverage (prices.read)",
        "GET /api/map-compliance/settings (settings.manage)",
        "GET /api/marketplace/connection (settings.manage)",
        "GET /api/marketplace/events (settings.manage)",
        "GET /api/notifications (account.own)",
        "GET /api/notifications/channels (account.own)",
        "GET /api/notifications/unread (account.own)",
        "GET /api/orders (orders.read)",
        "GET /api/orders/:id (orders.read)",
        "GET /api/orders/:id/packing-slip.pdf (orders.read)",
        "GET /api/orders/count (orders.read)",
        "GET /api/orders/export.csv (orders.read)",
        "GET /api/orders/packing-slips.pdf (orders.read)",
        "GET /api/orders/pieces/:id/product-units (orders.read)",
        "GET /api/orders/pieces/:id/units (orders.read)",
        "GET /api/orders/totals (orders.read)",
        "GET /api/packing-lists/:id/closing (purchasing.read)",
        "GET /api/packing-lists/:id/file (purchasing.read)",
        "GET /api/packing-lists/:id/lines.csv (purchasing.read)",
        "GET /api/packing-lists/:id/progress (purchasing.read)",
        "GET /api/packing-lists/:id/unexpected (purchasing.read)",
        "GET /api/packing-lists/export.csv (purchasing.read)",
        "GET /api/pricelists (prices.read)",
        "GET /api/pricelists/:id/history (prices.read)",
        "GET /api/pricelists/export.csv (prices.read)",
        "GET /api/pricelists/uploads (prices.read)",
        "GET /api/pricelists/uploads/:id/diff (prices.write)",
        "GET /api/pricelists/uploads/:id/rejected.csv (prices.write)",
        "GET /api/pricing-breakdown/jobs (prices.read)",
        "GET /api/pricing-breakdown/latest (prices.read)",
        "GET /api/pricing-breakdown/summary (prices.read)",
        "GET /api/pricing/jobs (listings.read)",
        "GET /api/pricing/jobs/:jobId (listings.read)",
        "GET /api/pricing/jobs/:jobId/assignments (listings.read)",
        "GET /api/pricing/jobs/:jobId/changes (listings.read)",
        "GET /api/pricing/jobs/:jobId/changes.csv (listings.read)",
        "GET /api/pricing/quantities (listings.read)",
        "GET /api/pricing/quantities/listings/:listingId (listings.read)",
        "GET /api/pricing/quantities/preview (settings.manage)",
        "GET /api/pricing/quantity-drift (listings.read)",
        "GET /api/pricing/quantity-drift.csv (listings.read)",
        "GET /api/pricing/settings (listings.sync)",
        "GET /api/pricing/strategies (prices.read)",
        "GET /api/pricing/strategies.csv (prices.read)",
        "GET /api/pricing/strategies/listings/:listingId (prices.read)",
        "GET /api/products/:id (catalogue.read)",
        "GET /api/products/:id/cases (cases.read)",
        "GET /api/products/:id/fees (listings.read)",
        "GET /api/products/:id/movements (stock.read)",
        "GET /api/products/:id/orders (orders.read)",
        "GET /api/products/:id/prices (prices.read)",
        "GET /api/products/:id/purchase-order-lines (purchasing.read)",
        "GET /api/products/:id/stock (stock.read)",
        "GET /api/products/candidates (catalogue.write)",
        "GET /api/public/fba-fee (public)",
        "GET /api/purchase-money (invoices.read)",
        "GET /api/purchase-money/:id/credit-request (invoices.read)",
        "GET /api/purchase-money/:id/credit-request.pdf (invoices.read)",
        "GET /api/purchase-money/:id/lines (invoices.read)",
        "GET /api/purchase-money/export.csv (invoices.read)",
        "GET /api/purchase-money/find (invoices.read)",
        "GET /api/purchase-money/vendors (invoices.read)",
        "GET /api/purchase-order-drafts (purchasing.read)",
        "GET /api/purchase-order-drafts/:id (purchasing.read)",
        "GET /api/purchase-order-drafts/:id/mail (purchasing.read)",
        "GET /api/purchase-order-drafts/:id/order.pdf (purchasing.read)",
        "GET /api/purchase-order-drafts/product (purchasing.read)",
        "GET /api/purchase-order-lines/:id/photos (purchasing.read)",
        "GET /api/purchase-orders (purchasing.read)",
        "GET /api/purchase-orders/changes (purchasing.read)",
        "GET /api/purchase-orders/export.csv (purchasing.read)",
        "GET /api/purchase-orders/sending (purchasing.read)",
        "GET /api/purchase-orders/uploads/:id/diff (purchasing.manage)",
        "GET /api/qrcases (cases.read)",
        "GET /api/qrcases/:id (cases.read)",
        "GET /api/qrcases/:id/evidence.pdf (cases.read)",
        "GET /api/qrcases/:id/evidence.zip (cases.read)",
        "GET /api/reorder (purchasing.read)",
        "GET /api/reorder/export.csv (purchasing.read)",
        "GET /api/reorder/settings (purchasing.read)",
        "GET /api/reorder/vendors (purchasing.read)",
        "GET /api/reports/shipment-sales (listings.read)",
        "GET /api/reports/shipment-sales.csv (listings.read)",
        "GET /api/returns/find (returns.read)",
        "GET /api/returns/packages (returns.read)",
        "GET /api/returns/processed-today (returns.read)",
        "GET /api/roles (people.manage)",
        "GET /api/search (account.own)",
        "GET /api/separated-duties (people.manage)",
        "GET /api/sign-in-policy (people.manage)",
        "GET /api/sign-in/methods (public)",
        "GET /api/spreadsheets (spreadsheets.manage)",
        "GET /api/spreadsheets/:id (spreadsheets.manage)",
        "GET /api/spreadsheets/:id/problems.csv (spreadsheets.manage)",
        "GET /api/spreadsheets/:id/rows (spreadsheets.manage)",
        "GET /api/spreadsheets/templates/:kind/:format (spreadsheets.manage)",
        "GET /api/user/email-settings (settings.manage)",
        "GET /api/user/passkeys (account.own)",
        "GET /api/user/profile (account.own)",
        "GET /api/user/sessions (account.own)",
        "GET /api/user/settings (account.own)",
        "GET /api/user/single-sign-on (account.own)",
        "GET /api/users (people.manage)",
        "GET /api/users/:id/sessions (people.manage)",
        "GET /api/users/export.csv (people.manage)",
        "GET /api/vendor-credits (invoices.read)",
        "GET /api/vendor-credits/:id/evidence (invoices.read)",
        "GET /api/vendor-credits/export.csv (invoices.read)",
        "GET /api/vendor-invoices (invoices.read)",
        "GET /api/vendor-invoices/:id (invoices.read)",
        "GET /api/vendor-invoices/:id/file (invoices.read)",
        "GET /api/vendor-invoices/export.csv (invoices.read)",
        "GET /api/vendor-invoices/number (invoices.read)",
        "GET /api/vendor-terms (purchasing.read)",
        "GET /api/vendors (purchasing.read)",
        "GET /api/vitals (settings.manage)",
        "GET /api/webhooks (settings.manage)",
        "GET /api/webhooks/:id/deliveries (settings.manage)",
        "GET /uploads/orders/:orderId/:section/:filename (public)",
        "GET /uploads/purchasing/:lineId/:section/:filename (public)",
        "GET /uploads/returns/:caseId/:section/:filename (public)",
        "POST /api/account-links/read (public)",
        "POST /api/account-links/use (public)",
        "POST /api/adminsettings/assignskustofnsku (listings.sync)",
        "POST /api/adminsettings/clearsflocalinventorybulk (settings.manage)",
        "POST /api/adminsettings/syncelocalandamazonsfinventory (listings.sync)",
        "POST /api/adminsettings/syncelocalandamazonsfinventory/debug (listings.sync)",
        "POST /api/adminsettings/syncelocalandamazonsfinventory/lowestprice (listings.sync)",
        "POST /api/adminsettings/syncelocalandamazonsfinventory/lowestprice/preview (listings.sync)",
        "POST /api/adminsettings/test/syncelocalandamazonsfinventory (listings.sync)",
        "POST /api/api-keys (settings.manage)",
        "POST /api/api-keys/:id/revoke (settings.manage)",
        "POST /api/bulk/:id/stop (account.own)",
        "POST /api/bulk/:id/undo (account.own)",
        "POST /api/bulk/approve-prices (prices.approve)",
        "POST /api/bulk/change-conditions (stock.write)",
        "POST /api/bulk/decline-prices (prices.approve)",
        "POST /api/bulk/enter-tracking-numbers (orders.ship)",
        "POST /api/bulk/move-units (stock.write)",
        "POST /api/bulk/quarantine-units (stock.write)",
        "POST /api/bulk/remove-units (stock.write)",
        "POST /api/bulk/send-quantities (listings.sync)",
        "POST /api/bulk/set-case-owner (cases.write)",
        "POST /api/bulk/set-case-status (cases.write)",
        "POST /api/bulk/set-price-strategies (listings.sync)",
        "POST /api/bulk/turn-off-strategies (listings.sync)",
        "POST /api/bulk/turn-on-strategies (listings.sync)",
        "POST /api/competitors (settings.manage)",
        "POST /api/counts (stock.write)",
        "POST /api/counts/:id/cancel (stock.write)",
        "POST /api/counts/:id/cause (stock.write)",
        "POST /api/counts/:id/claim (stock.write)",
        "POST /api/counts/:id/heartbeat (stock.write)",
        "POST /api/counts/:id/lines/:line/cause (stock.write)",
        "POST /api/counts/:id/lines/:line/counted (stock.write)",
        "POST /api/counts/:id/lines/:line/look (stock.write)",
        "POST /api/counts/:id/post (stock.write)",
        "POST /api/counts/:id/recount (stock.write)",
        "POST /api/counts/:id/release (stock.write)",
        "POST /api/counts/:id/review (stock.write)",
        "POST /api/counts/:id/scan (stock.write)",
        "POST /api/counts/:id/submit (stock.write)",
        "POST /api/credit-requests/:id/retry (invoices.write)",
        "POST /api/dashboard/guide/skip (settings.manage)",
        "POST /api/demo/remove (settings.manage)",
        "POST /api/documents (documents.write)",
        "POST /api/documents/delete (documents.delete)",
        "POST /api/documents/restore (documents.delete)",
        "POST /api/fba/bulk-update-prices (listings.sync)",
        "POST /api/fba/update-price (listings.sync)",
        "POST /api/feeds/check-selected (listings.sync)",
        "POST /api/files/:id/undo (account.own)",
        "POST /api/files/columns/find (account.own)",
        "POST /api/forgot-password (public)",
        "POST /api/getdispositionsforreturnedproducts (returns.read)",
        "POST /api/getproductreturnconditiondata (returns.read)",
        "POST /api/getreturntrackingdata (returns.read)",
        "POST /api/getscannedpackinglisthistory (purchasing.read)",
        "POST /api/identify (catalogue.read)",
        "POST /api/index-advisor/analyze (indexes.manage)",
        "POST /api/index-advisor/suggestions/:id/create-index (indexes.manage)",
        "POST /api/index-advisor/suggestions/:id/ignore (indexes.manage)",
        "POST /api/index-advisor/suggestions/:id/measure (indexes.manage)",
        "POST /api/index-advisor/suggestions/:id/retry (indexes.manage)",
        "POST /api/inventory/audit/scan (stock.write)",
        "POST /api/inventory/locations (locations.manage)",
        "POST /api/inventory/locations/activate (locations.manage)",
        "POST /api/inventory/locations/deactivate (locations.manage)",
        "POST /api/inventory/locations/edit (locations.manage)",
        "POST /api/inventory/locations/generate (locations.manage)",
        "POST /api/inventory/movements/undo (stock.write)",
        "POST /api/inventory/putaway (stock.write)",
        "POST /api/inventory/putaway/look-up (stock.read)",
        "POST /api/inventory/putaway/undo (stock.write)",
        "POST /api/inventory/units/condition (stock.write)",
        "POST /api/inventory/units/notes (stock.write)",
        "POST /api/inventory/units/quarantine (stock.write)",
        "POST /api/inventory/units/release (stock.write)",
        "POST /api/inventory/units/remove (stock.write)",
        "POST /api/inventoryadjustments (stock.read)",
        "POST /api/jobs (jobs.manage)",
        "POST /api/jobs/:id/cancel (jobs.manage)",
        "POST /api/jobs/:id/retry (jobs.manage)",
        "POST /api/labels/printed (stock.read)",
        "POST /api/list-views (account.own)",
        "POST /api/localinventory/delete (stock.write)",
        "POST /api/localinventory/restore (stock.write)",
        "POST /api/localinventoryaudithistory (stock.read)",
        "POST /api/localinventorydetails (stock.read)",
        "POST /api/localinventoryreport (stock.read)",
        "POST /api/locationinventorypricelist (stock.read)",
        "POST /api/login (public)",
        "POST /api/logout (public)",
        "POST /api/mails/kept (settings.manage)",
        "POST /api/map-compliance-competitors (prices.read)",
        "POST /api/map-compliance-report (prices.read)",
        "POST /api/map-compliance/export (prices.read)",
        "POST /api/map-compliance/violations (prices.read)",
        "POST /api/marketplace/connection/test (settings.manage)",
        "POST /api/marketplace/events/check (settings.manage)",
        "POST /api/marketplace/events/retry (settings.manage)",
        "POST /api/marketplace/events/subscribe (settings.manage)",
        "POST /api/mute-links/:token (public)",
        "POST /api/mute-links/read (public)",
        "POST /api/notifications/:id/snooze (account.own)",
        "POST /api/notifications/channels (account.own)",
        "POST /api/notifications/read (account.own)",
        "POST /api/orders/:id/photos/code (orders.ship)",
        "POST /api/orders/cancel-request (orders.ship)",
        "POST /api/orders/confirm (orders.ship)",
        "POST /api/orders/getsforders (orders.read)",
        "POST /api/orders/label-photos (orders.pii)",
        "POST /api/orders/mismatch (orders.ship)",
        "POST /api/orders/notes (orders.ship)",
        "POST /api/orders/packphotos/:orderId/finish (public)",
        "POST /api/orders/packphotos/:orderId/open (public)",
        "POST /api/orders/packphotos/:orderId/photos (public)",
        "POST /api/orders/pieces/unit (orders.ship)",
        "POST /api/orders/productverification (orders.ship)",
        "POST /api/orders/recipient (orders.pii)",
        "POST /api/orders/start (orders.ship)",
        "POST /api/orders/tracking-numbers/check (orders.ship)",
        "POST /api/orders/undo (orders.ship)",
        "POST /api/orders/unstart (orders.ship)",
        "POST /api/orders/updatelocalinventory (orders.ship)",
        "POST /api/packing-lists/:id/cancel (purchasing.manage)",
        "POST /api/packing-lists/:id/close (purchasing.manage)",
        "POST /api/packing-lists/:id/duplicate (purchasing.manage)",
        "POST /api/packing-lists/:id/lines/compare (purchasing.read)",
        "POST /api/packing-lists/:id/lines/import (purchasing.manage)",
        "POST /api/packing-lists/:id/reopen (purchasing.manage)",
        "POST /api/packing-lists/:id/split (purchasing.manage)",
        "POST /api/packing-lists/:id/unexpected (purchasing.receive)",
        "POST /api/pos/polist (purchasing.read)",
        "POST /api/pos/summary (purchasing.read)",
        "POST /api/pricelists/bulk-update (prices.write)",
        "POST /api/pricelists/uploads (prices.write)",
        "POST /api/pricelists/uploads/:id/apply (prices.write)",
        "POST /api/pricelists/uploads/:id/compare (prices.write)",
        "POST /api/pricelists/uploads/:id/rows (prices.write)",
        "POST /api/pricelists/uploads/:id/undo (prices.write)",
        "POST /api/pricing-breakdown/data (prices.read)",
        "POST /api/pricing-breakdown/export (prices.read)",
        "POST /api/pricing/jobs/:jobId/assignments/choose (listings.sync)",
        "POST /api/pricing/jobs/:jobId/restore (settings.manage)",
        "POST /api/pricing/jobs/:jobId/retry-rejected (listings.sync)",
        "POST /api/pricing/jobs/:jobId/undo (listings.sync)",
        "POST /api/pricing/strategies/listings/:listingId/simulate (prices.read)",
        "POST /api/products (catalogue.write)",
        "POST /api/products/:id/listings (catalogue.write)",
        "POST /api/purchase-money/:id/credit-request (invoices.write)",
        "POST /api/purchase-order-drafts (purchasing.manage)",
        "POST /api/purchase-order-drafts/:id/retry (purchasing.manage)",
        "POST /api/purchase-order-drafts/:id/send (purchasing.manage)",
        "POST /api/purchase-order-drafts/copy (purchasing.manage)",
        "POST /api/purchase-order-lines/:id/photos/code (purchasing.receive)",
        "POST /api/purchase-orders/lines (purchasing.manage)",
        "POST /api/purchase-orders/receive (purchasing.receive)",
        "POST /api/purchase-orders/uploads (purchasing.manage)",
        "POST /api/purchase-orders/uploads/:id/apply (purchasing.manage)",
        "POST /api/purchase-orders/uploads/:id/rows (purchasing.manage)",
        "POST /api/qrcases/:id/amazon-data (cases.write)",
        "POST /api/qrcases/:id/claim (cases.write)",
        "POST /api/qrcases/:id/proposals/:proposal (cases.write)",
        "POST /api/qrcases/:id/status (cases.write)",
        "POST /api/qrcases/:id/upload-code (cases.write)",
        "POST /api/qrcreatecase (cases.write)",
        "POST /api/receiveinventory/createnewpackinglist (purchasing.manage)",
        "POST /api/receiveinventory/damagephotos/:lineId/finish (public)",
        "POST /api/receiveinventory/damagephotos/:lineId/open (public)",
        "POST /api/receiveinventory/damagephotos/:lineId/photos (public)",
        "POST /api/receiveinventory/getpackinglistdata (purchasing.read)",
        "POST /api/receiveinventory/getpodata (purchasing.read)",
        "POST /api/receiveinventory/getponumbers (purchasing.read)",
        "POST /api/receiveinventory/packinglist/update (purchasing.receive)",
        "POST /api/receiveinventory/packinglistfrompo (purchasing.read)",
        "POST /api/receiveinventory/packingliststats (purchasing.read)",
        "POST /api/receiveinventory/scan (purchasing.receive)",
        "POST /api/receiveinventory/updatescan (purchasing.receive)",
        "POST /api/refresh (public)",
        "POST /api/reorder/calculate (purchasing.manage)",
        "POST /api/reorder/drafts (purchasing.manage)",
        "POST /api/reports/request-shipment-sales (listings.sync)",
        "POST /api/reports/retrieve-shipment-sales (listings.sync)",
        "POST /api/returns/createcase/uploads/:caseId/cannot-take (public)",
        "POST /api/returns/createcase/uploads/:caseId/finish (public)",
        "POST /api/returns/createcase/uploads/:caseId/open (public)",
        "POST /api/returns/createcase/uploads/:caseId/photos (public)",
        "POST /api/returns/extras (returns.write)",
        "POST /api/returns/grades (returns.write)",
        "POST /api/returns/grades/void (returns.write)",
        "POST /api/returns/packages/arrive (returns.write)",
        "POST /api/roles (people.manage)",
        "POST /api/roles/:key (people.manage)",
        "POST /api/roles/:key/delete (people.manage)",
        "POST /api/searchbyidentifier (stock.read)",
        "POST /api/searchlocalinventory (stock.read)",
        "POST /api/separated-duties (people.manage)",
        "POST /api/sfinventory (stock.write)",
        "POST /api/sflocalinventorylocations (stock.read)",
        "POST /api/sign-in-policy (people.manage)",
        "POST /api/sign-in/passkey (public)",
        "POST /api/sign-in/passkey/start (public)",
        "POST /api/sign-in/second-step (public)",
        "POST /api/sign-in/single-sign-on/finish (public)",
        "POST /api/sign-in/single-sign-on/start (public)",
        "POST /api/spreadsheets (spreadsheets.manage)",
        "POST /api/spreadsheets/:id/apply (spreadsheets.manage)",
        "POST /api/spreadsheets/:id/rows (spreadsheets.manage)",
        "POST /api/spreadsheets/:id/stop (spreadsheets.manage)",
        "POST /api/spreadsheets/:id/undo (spreadsheets.manage)",
        "POST /api/updatelocalinventoryitem (stock.write)",
        "POST /api/updatelocalinventorylocation (stock.write)",
        "POST /api/updatesflocalhistory (stock.read)",
        "POST /api/uploadpos (purchasing.manage)",
        "POST /api/user/email-settings (settings.manage)",
        "POST /api/user/email-settings/test (settings.manage)",
        "POST /api/user/passkeys (account.own)",
        "POST /api/user/passkeys/:id/remove (account.own)",
        "POST /api/user/passkeys/:id/rename (account.own)",
        "POST /api/user/passkeys/start (account.own)",
        "POST /api/user/password (account.own)",
        "POST /api/user/profile (account.own)",
        "POST /api/user/sessions/:id/end (account.own)",
        "POST /api/user/sessions/end-all (account.own)",
        "POST /api/user/settings (account.own)",
        "POST /api/user/single-sign-on/confirm (account.own)",
        "POST /api/user/single-sign-on/connect (account.own)",
        "POST /api/user/single-sign-on/disconnect (account.own)",
        "POST /api/user/single-sign-on/verify (account.own)",
        "POST /api/user/two-factor/confirm (account.own)",
        "POST /api/user/two-factor/remove (account.own)",
        "POST /api/user/two-factor/start (account.own)",
        "POST /api/user/verify (account.own)",
        "POST /api/user/verify/passkey (account.own)",
        "POST /api/users/:id/deactivate (people.manage)",
        "POST /api/users/:id/invite (people.manage)",
        "POST /api/users/:id/reactivate (people.manage)",
        "POST /api/users/:id/remove-two-factor (people.manage)",
        "POST /api/users/:id/reset (people.manage)",
        "POST /api/users/:id/role (people.manage)",
        "POST /api/users/:id/roles (people.manage)",
        "POST /api/users/:id/sessions/:session/end (people.manage)",
        "POST /api/users/:id/sign-out (people.manage)",
        "POST /api/users/invite (people.manage)",
        "POST /api/vendor-credits (invoices.write)",
        "POST /api/vendor-credits/apply (invoices.write)",
        "POST /api/vendor-credits/from-differences (invoices.write)",
        "POST /api/vendor-credits/move (invoices.write)",
        "POST /api/vendor-credits/refund (invoices.write)",
        "POST /api/vendor-invoices (invoices.write)",
        "POST /api/vendor-invoices/:id/approve (invoices.approve)",
        "POST /api/vendor-invoices/:id/pay (invoices.approve)",
        "POST /api/vendor-invoices/:id/void (invoices.write)",
        "POST /api/vendor-invoices/file (invoices.write)",
        "POST /api/vendor-invoices/file/check (invoices.write)",
        "POST /api/vitals (public)",
        "POST /api/webhooks (settings.manage)",
        "POST /api/webhooks/:id (settings.manage)",
        "POST /api/webhooks/:id/pause (settings.manage)",
        "POST /api/webhooks/:id/replay (settings.manage)",
        "POST /api/webhooks/:id/resume (settings.manage)",
        "POST /api/webhooks/:id/secret (settings.manage)",
        "POST /api/webhooks/:id/test (settings.manage)",
        "PUT /api/case-templates/:key (case-templates.manage)",
        "PUT /api/claim-windows (settings.manage)",
        "PUT /api/company (settings.manage)",
        "PUT /api/competitors/:id (settings.manage)",
        "PUT /api/documents/:id/content (documents.write)",
        "PUT /api/documents/:id/link (documents.write)",
        "PUT /api/files/columns (account.own)",
        "PUT /api/invoicing-settings (settings.manage)",
        "PUT /api/list-views/:id (account.own)",
        "PUT /api/map-compliance/settings (settings.manage)",
        "PUT /api/marketplace/credentials (settings.manage)",
        "PUT /api/marketplace/events/queue (settings.manage)",
        "PUT /api/orders/packphotos/:orderId/photos/:clientPhotoId (public)",
        "PUT /api/packing-lists/:id (purchasing.manage)",
        "PUT /api/packing-lists/:id/file (purchasing.manage)",
        "PUT /api/packing-lists/:id/lines/:line (purchasing.manage)",
        "PUT /api/pricing/quantities (settings.manage)",
        "PUT /api/pricing/quantities/listings/:listingId (listings.sync)",
        "PUT /api/pricing/settings (settings.manage)",
        "PUT /api/pricing/strategies/listings/:listingId (listings.sync)",
        "PUT /api/products/:id (catalogue.write)",
        "PUT /api/products/:id/listings/:listingId (catalogue.write)",
        "PUT /api/purchase-order-drafts/:id (purchasing.manage)",
        "PUT /api/receiveinventory/damagephotos/:lineId/photos/:clientPhotoId (public)",
        "PUT /api/reorder/settings (purchasing.manage)",
        "PUT /api/returns/createcase/uploads/:caseId/photos/:clientPhotoId (public)",
        "PUT /api/spreadsheets/:id/columns (spreadsheets.manage)",
        "PUT /api/vendor-invoices/:id (invoices.write)",
        "PUT /api/vendor-invoices/:id/file (invoices.write)",
        "PUT /api/vendor-products (purchasing.manage)",
        "PUT /api/vendor-terms (purchasing.manage)",
      ]
    `);
  });
});

describe('failures', () => {
  it('have one format, with the id that is also in the header', async () => {
    const answer = await person.post('/api/identify', {});
    expect(answer.json()).toEqual({
      error: {
        code: 'invalid_input',
        message: 'code: is missing',
        fields: [{ path: 'body.code', message: 'is missing' }],
        requestId: answer.headers['x-request-id'],
      },
    });
    expect((await person.post('/api/identify', [])).json().error.message).toBe('body: must be an object');
  });

  it.each([
    ['GET', '/api/nothing'],
    ['POST', '/api/nothing'],
    ['DELETE', '/api/sfinventory'],
    ['POST', '/somewhere'],
    ['GET', '/missing.js'],
    ['GET', '/api'],
    ['GET', '/API/login'],
  ] as const)('%s %s is not found', async (method, url) => {
    const answer = await app.inject({ method, url });
    expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'not_found']);
  });

  it.each([
    ['half a body', '{"code": "x', 400],
    ['another type', 'code=x', 415],
    ['a prototype', '{"code":"x","__proto__":{"a":1}}', 400],
    ['NUL', '{"code":"a\\u0000b"}', 400],
    ['a missing body', '', 400],
    ['half a character', '{"code":"a\\ud83d"}', 400],
    ['NUL within an object', '{"code":{"a":["\\u0000"]}}', 400],
    ['a number', '7', 400],
    ['two megabytes', JSON.stringify({ code: 'x'.repeat(2_000_000) }), 413],
  ])('%s is rejected', async (name, payload, status) => {
    const contentType = name === 'another type' ? 'application/x-www-form-urlencoded' : 'application/json';
    const answer = await app.inject({
      method: 'POST',
      url: '/api/identify',
      payload,
      headers: { authorization: `Bearer ${person.token}`, 'content-type': contentType },
    });
    expect([answer.statusCode, answer.json().error.code]).toEqual([status, 'invalid_input']);
  });

  it('JSON of the content type text/plain is rejected by that type', async () => {
    const headers = { authorization: `Bearer ${person.token}`, 'content-type': 'text/plain;charset=UTF-8' };
    const answer = await app.inject({ method: 'POST', url: '/api/identify', payload: '{"code":"x"}', headers });
    expect([answer.statusCode, answer.json().error.message]).toEqual([415, 'Send JSON, with the content type application/json']);
  });

  it.each([
    ['half a body', '{"code": "x', 'application/json'],
    ['another type', 'code=x', 'application/x-www-form-urlencoded'],
    ['two megabytes', JSON.stringify({ code: 'x'.repeat(2_000_000) }), 'application/json'],
  ])('%s without a sign-in or the permission is refused for that alone', async (_name, payload, type) => {
    const headers = { 'content-type': type };
    const stranger = await app.inject({ method: 'POST', url: '/api/identify', payload, headers });
    expect([stranger.statusCode, stranger.json().error.code]).toEqual([401, 'unauthenticated']);
    const forbidden = await app.inject({ method: 'POST', url: '/api/users/invite', payload, headers: { ...headers, authorization: `Bearer ${person.token}` } });
    expect([forbidden.statusCode, forbidden.json().error.code]).toEqual([403, 'forbidden']);
  });

  it('name the cell with a character that no text can store', async () => {
    const rows = [{ orderId: '1' }, { orderId: '2', trackingNumber: 'a\0' }];
    const answer = await person.post('/api/orders/tracking-numbers/check', { rows });
    const message = 'The character NUL and halves of characters are not accepted';
    expect(answer.json().error).toMatchObject({ message: `rows.1.trackingNumber: ${message}`, fields: [{ path: 'body.rows.1.trackingNumber', message }] });
    const admin = await signIn('ROLE_ADMIN');
    const priceList = await admin.post('/api/pricelists/bulk-update', [{ upc: '012345678905' }, { upc: '012345678905', product_title: 'a\0' }]);
    expect(priceList.json().error).toMatchObject({ message: `Row 2, product_title: ${message}`, fields: [{ path: 'body.1.product_title', message }] });
  });

  it('name the first of very many wrong fields, and count the others', async () => {
    const admin = await signIn('ROLE_ADMIN');
    const { error } = (await admin.post('/api/pricelists/bulk-update', new Array(20_000).fill('x'))).json();
    expect([error.fields.length, error.fields.at(-1).path, error.message.split('; ').at(-1)]).toEqual([100, 'body.99', 'and 19,900 more']);
  });

  it('read an escaped backslash correctly', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/identify',
      payload: '{"code":"a\\\\u0000b"}',
      headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
    });
    expect(answer.json().status).toBe('MISS');
  });

  it("don't occur for a content type without a name", async () => {
    for (const contentType of ['application/x-www-form-urlencoded', 'text/plain', 'application/octet-stream']) {
      const headers = { authorization: `Bearer ${person.token}`, 'content-type': contentType };
      expect((await app.inject({ method: 'POST', url: '/api/sflocalinventorylocations', payload: '', headers })).statusCode).toBe(200);
    }
  });

  it('have the same format for an unreadable address', async () => {
    const answer = await app.inject({ method: 'GET', url: '/%' });
    expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'invalid_input']);
  });

  it('reject NUL in an address', async () => {
    expect((await person.get('/api/inventory/history?page=%00')).statusCode).toBe(400);
  });
});

describe('headers', () => {
  it("allow only the page's own scripts", async () => {
    const { headers } = await app.inject({ method: 'GET', url: '/' });
    expect(headers['content-security-policy']).toContain("script-src 'self'");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['content-security-policy']).not.toContain('unsafe');
  });

  it('prevent caching and content sniffing of answers', async () => {
    for (const answer of [await app.inject({ method: 'GET', url: '/api/health/live' }), await person.post('/api/identify', {})]) {
      expect(answer.headers).toMatchObject({
        ...{ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store', 'content-security-policy': "frame-ancestors 'none'" },
      });
      expect(answer.headers).not.toHaveProperty('strict-transport-security');
    }
  });
});

describe('the OpenAPI document', () => {
  it('is valid and names every endpoint', async () => {
    const document = (await (await signIn('ROLE_ADMIN')).get('/api/openapi.json')).json();
    const { valid, errors } = await validate(document);
    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
    const named = Object.entries(document.paths).flatMap(([path, calls]) => Object.keys(calls as object).map((method) => `${method.toUpperCase()} ${path}`));
    const registered = app.registeredRoutes.map(({ endpoint: { method, path } }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
    expect(named.sort()).toEqual(registered.sort());
    expect(document.paths['/api/documents'].post.requestBody.content).toHaveProperty(['application/octet-stream']);
  });
});

it("reports its own health and its database's, and its version", async () => {
  const { version } = JSON.parse(readFileSync(path.join(checkoutRoot(), 'package.json'), 'utf8'));
  expect(version).toMatch(/^\d+\.\d+\.\d+/);
  for (const url of ['/api/health/live', '/api/health/ready']) {
    expect((await app.inject({ method: 'GET', url })).json()).toEqual({ status: 'ok', version });
  }
  expect((await (await signIn('ROLE_ADMIN')).get('/api/openapi.json')).json().info.version).toBe(version);
});
