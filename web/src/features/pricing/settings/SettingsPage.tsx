import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Card } from '../../../ui/Card.tsx';
import { FbaBulkUpdate } from '../fba/FbaBulkUpdate.tsx';
import { FbaPriceForm } from '../fba/FbaPriceForm.tsx';
import { ShipmentSales } from '../fba/ShipmentSales.tsx';
import { SyncButtons } from '../sync/SyncButtons.tsx';
import { GuardsCard } from './GuardsCard.tsx';
import { OtherSections } from './OtherSections.tsx';

const MORE_SETTINGS = [
  { to: '/admin/settings/integrations', label: 'Connection and credentials' },
  { to: '/admin/settings/competitors', label: 'Competitors' },
  { to: '/admin/people', label: 'People' },
  { to: '/audit-log', label: 'Audit log' },
] as const;

/** The administrator's page for Amazon: sync, FBA prices, reports and guards. */
export function SettingsPage({ children }: { children?: ReactNode }) {
  return (
    <div className="grid gap-4">
      <Card
        title="Amazon Integration"
        description="Send prices and quantities to Amazon. The outcome of each listing is stored."
        aside={
          <nav aria-label="More settings" className="flex flex-wrap gap-x-4 gap-y-1">
            {MORE_SETTINGS.map(({ to, label }) => (
              <Link key={to} to={to} className="inline-flex min-h-6 items-center text-accent hover:underline max-sm:min-h-11">
                {label}
              </Link>
            ))}
          </nav>
        }
      >
        <div className="grid gap-6 px-4 pb-5">
          <SyncButtons />
          <Part title="FBA Shipment Sales Report">
            <ShipmentSales />
          </Part>
          <Part title="Update FBA Inventory Pricing">
            <FbaPriceForm />
          </Part>
          <Part title="Bulk Update FBA Prices">
            <p className="text-muted">Sets all FBA listings in New condition to the MAP of the price list. A preview comes first.</p>
            <FbaBulkUpdate />
          </Part>
        </div>
      </Card>
      <GuardsCard />
      {children}
      <OtherSections />
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-3 border-t border-line pt-4">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </section>
  );
}
