import type { MarketplaceRole, RoleCheck } from '@stowage/contract/connection/marketplace-connection';
import { StateBadge, type StateLooks } from '../../ui/Badge.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Card } from '../../ui/Card.tsx';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';

const STATES: StateLooks<RoleCheck['state']> = {
  GRANTED: { label: 'Granted', tone: 'good' },
  MISSING: { label: 'Missing', tone: 'bad' },
  UNKNOWN: { label: 'Not known', tone: 'neutral' },
};

/** What stops without each role. */
const USES: Readonly<Record<MarketplaceRole, string>> = {
  'Product Listing': 'Listings, their prices and quantities, and the catalog',
  Pricing: 'Competitors’ offers, reference prices and fees',
  'Inventory and Order Tracking': 'Orders and the confirmation of shipments',
  'Amazon Fulfillment': 'FBA stock, removals, returns and reimbursements',
  'Direct-to-Consumer Delivery (Restricted)': 'Names and addresses of buyers, for packing slips. Everything else works without it',
};

/** The roles of the application, as the last test of the connection found them. */
export function RolesCard({ roles }: { roles: readonly RoleCheck[] }) {
  const missing = roles.filter(({ state }) => state === 'MISSING').map(({ role }) => role);
  return (
    <Card title="Roles" description="What the application may do on Amazon. “Test the connection” checks each role by a call of its own.">
      {missing.length > 0 && (
        <div className="px-4 pb-4">
          <Banner tone="bad">
            Missing: {missing.join(', ')}. In Seller Central, open Apps and Services, Develop Apps, edit the application, select{' '}
            {missing.length === 1 ? 'this role' : 'these roles'} and save. Then authorize the application again, and enter the new refresh token here.
          </Banner>
        </div>
      )}
      <DataTable label="Roles" columns={COLUMNS} rows={roles} keyOf={({ role }) => role} />
    </Card>
  );
}

const COLUMNS: readonly Column<RoleCheck>[] = [
  { heading: 'Role in Seller Central', isTitle: true, cell: ({ role }) => role },
  { heading: 'State', cell: ({ state }) => <StateBadge {...STATES[state]} /> },
  { heading: 'Needed for', cell: ({ role, message }) => (message === null ? USES[role] : `${USES[role]}. ${message}`) },
];
