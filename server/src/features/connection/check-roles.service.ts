import type { MarketplaceRole } from '@stowage/contract/connection/marketplace-connection';
import { DAY_MS } from '@stowage/contract/formats/durations';
import type { Marketplace } from '../../integrations/marketplace/marketplace.ts';
import { MarketplaceError } from '../../integrations/marketplace/marketplace-error.ts';
import type { Database } from '../../platform/database/connection/connect.ts';
import { type CheckedRole, saveRoles } from './roles.repository.ts';

/** A check that waits longer for the marketplace's limits says nothing about its role. */
const CHECK_MS = 15_000;
const RECENT_MS = 30 * DAY_MS;
/** Fees are calculated for any product code. */
const FEE_QUESTION = { sku: 'STOWAGE-CHECK', asin: 'B000000000', priceCents: 1_000, isFba: false };

/** Why nothing is known about a role, although the marketplace answered. */
class Undecided extends Error {}

/** The smallest call that each role allows. */
const CHECKS: Readonly<Record<MarketplaceRole, (marketplace: Marketplace, now: Date) => Promise<unknown>>> = {
  'Product Listing': (marketplace) => marketplace.check(),
  Pricing: (marketplace) => marketplace.feesFor([FEE_QUESTION]),
  'Inventory and Order Tracking': (marketplace, now) => marketplace.orderPage(now, undefined, { isBasic: true }),
  'Amazon Fulfillment': (marketplace) => marketplace.checkFbaReports(),
  'Direct-to-Consumer Delivery (Restricted)': checkRecipients,
};

/** The role without which everything but the addresses of buyers works. */
const OPTIONAL: MarketplaceRole = 'Direct-to-Consumer Delivery (Restricted)';

/** Checks the roles of an account that answers, and stores what it finds. */
export async function testRoles(db: Database, marketplace: Marketplace, now: Date): Promise<{ success: boolean; message: string }> {
  const roles = await checkRoles(marketplace, now);
  await saveRoles(db, roles, now);
  const missing = roles.filter(({ role, state }) => state === 'MISSING' && role !== OPTIONAL).map(({ role }) => role);
  if (missing.length === 0) return { success: true, message: 'Amazon answers and accepts the account' };
  return { success: false, message: `Amazon answers, but the application lacks ${missing.length === 1 ? 'a role' : 'roles'}: ${missing.join(', ')}` };
}

/** Checks every role by a call of its own. */
async function checkRoles(marketplace: Marketplace, now: Date): Promise<CheckedRole[]> {
  const checked: CheckedRole[] = [];
  for (const [role, check] of Object.entries(CHECKS) as [MarketplaceRole, (typeof CHECKS)[MarketplaceRole]][]) {
    const waiting = marketplace.until(AbortSignal.timeout(CHECK_MS), { isPatient: false });
    checked.push(
      await check(waiting, now).then(
        () => ({ role, state: 'GRANTED', message: null }) as const,
        (error: unknown) => ({ role, ...failureOf(error) }),
      ),
    );
  }
  return checked;
}

function failureOf(error: unknown): Pick<CheckedRole, 'state' | 'message'> {
  if (error instanceof Undecided) return { state: 'UNKNOWN', message: error.message };
  if (error instanceof MarketplaceError) return error.status === 403 ? { state: 'MISSING', message: null } : { state: 'UNKNOWN', message: error.message };
  if (error instanceof DOMException) return { state: 'UNKNOWN', message: 'Amazon did not answer in time' };
  throw error;
}

/** Without the role, the marketplace leaves the recipient out instead of refusing the call. */
async function checkRecipients(marketplace: Marketplace, now: Date): Promise<void> {
  const { orders } = await marketplace.orderPage(new Date(now.getTime() - RECENT_MS)).catch(() => {
    throw new Undecided('It needs orders, which could not be read');
  });
  const open = orders.find(({ status }) => status === 'UNSHIPPED');
  if (open === undefined) throw new Undecided('It shows with the first order that waits for its shipment');
  const { name } = await marketplace.recipient(open.orderId);
  if (name === undefined) throw new MarketplaceError('The recipient is missing', { kind: 'unauthorized', operation: 'getOrder', status: 403 });
}
