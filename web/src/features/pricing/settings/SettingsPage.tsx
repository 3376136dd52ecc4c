import { isPermitted, type Permission } from '@stowage/contract/permissions';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMay, useSession } from '../../../api/session.ts';
import { Card } from '../../../ui/Card.tsx';
import { FbaBulkUpdate } from '../fba/FbaBulkUpdate.tsx';
import { FbaPriceForm } from '../fba/FbaPriceForm.tsx';
import { ShipmentSales } from '../fba/ShipmentSales.tsx';
import { QuantitiesCard } from '../quantities/QuantitiesCard.tsx';
import { SyncButtons } from '../sync/SyncButtons.tsx';
import { GuardsCard } from './GuardsCard.tsx';
import { OtherSections } from './OtherSections.tsx';

const SECTIONS = [
  { id: 'amazon-integration', label: 'Amazon Integration', permission: 'listings.sync' },
  { id: 'shipment-sales', label: 'FBA Shipment Sales Report', permission: 'listings.sync' },
  { id: 'fba-price', label: 'Update FBA Inventory Pricing', permission: 'listings.sync' },
  { id: 'fba-prices', label: 'Bulk Update FBA Prices', permission: 'listings.sync' },
  { id: 'offered-quantities', label: 'What Amazon offers', permission: 'settings.manage' },
  { id: 'pricing-guards', label: 'Pricing guards', permission: 'settings.manage' },
  { id: 'company', label: 'Company', permission: 'settings.manage' },
  { id: 'email-notifications', label: 'Email Notifications', permission: 'settings.manage' },
  { id: 'profile-and-language', label: 'Profile, integrations, language', permission: 'account.own' },
] as const;

const MORE_SETTINGS = [
  { to: '/admin/settings/integrations', label: 'Connection and credentials', permission: 'settings.manage' },
  { to: '/admin/settings/api-keys', label: 'API keys', permission: 'settings.manage' },
  { to: '/admin/settings/webhooks', label: 'Webhooks', permission: 'settings.manage' },
  { to: '/admin/settings/competitors', label: 'Competitors', permission: 'settings.manage' },
  { to: '/admin/people', label: 'People', permission: 'people.manage' },
  { to: '/audit-log', label: 'Audit log', permission: 'audit.read' },
] as const;

/**
 * What sends prices and quantities to Amazon, and for people who manage settings the guards and, as children, the settings of other
 * features. Each section has its own address.
 */
export function SettingsPage({ children }: { children?: ReactNode }) {
  const maySync = useMay('listings.sync');
  const mayManage = useMay('settings.manage');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[14rem_minmax(0,1fr)]">
      <Contents />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {maySync && <AmazonIntegration />}
        {mayManage && (
          <>
            <QuantitiesCard />
            {maySync && <GuardsCard />}
            {children}
          </>
        )}
        <OtherSections />
      </div>
    </div>
  );
}

function AmazonIntegration() {
  return (
    <Card id="amazon-integration" title="Amazon Integration" description="Send prices and quantities to Amazon. The outcome of each listing is stored.">
      <div className="grid gap-6 px-4 pb-5">
        <SyncButtons />
        <Part id="shipment-sales" title="FBA Shipment Sales Report">
          <ShipmentSales />
        </Part>
        <Part id="fba-price" title="Update FBA Inventory Pricing">
          <FbaPriceForm />
        </Part>
        <Part id="fba-prices" title="Bulk Update FBA Prices">
          <p className="text-muted">Sets all FBA listings in New condition to the MAP of the price list. A preview comes first.</p>
          <FbaBulkUpdate />
        </Part>
      </div>
    </Card>
  );
}

/** Links to the sections of the page and to the other settings; beside the page where there is room. */
function Contents() {
  const roles = useSession()?.roles ?? [];
  const isShown = ({ permission }: { permission: Permission }) => isPermitted(roles, permission);
  const more = MORE_SETTINGS.filter(isShown);
  const link = 'flex min-h-8 items-center rounded-md px-2.5 hover:bg-sunken max-sm:min-h-11';
  return (
    <div className="grid gap-3 xl:sticky xl:top-18">
      <nav aria-label="Sections" className="flex flex-wrap gap-x-1 xl:grid">
        {SECTIONS.filter(isShown).map(({ id, label }) => (
          <Link key={id} to="/admin/settings" hash={id} className={link}>
            {label}
          </Link>
        ))}
      </nav>
      {more.length > 0 && (
        <nav aria-label="More settings" className="flex flex-wrap gap-x-1 border-line xl:grid xl:border-t xl:pt-3">
          {more.map(({ to, label }) => (
            <Link key={to} to={to} className={`${link} text-accent`}>
              {label}
            </Link>
          ))}
        </nav>
      )}
    </div>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-label={title} className="grid scroll-mt-18 gap-3 border-t border-line pt-4">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </section>
  );
}
