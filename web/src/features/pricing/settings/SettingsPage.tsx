import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Card } from '../../../ui/Card.tsx';
import { FbaBulkUpdate } from '../fba/FbaBulkUpdate.tsx';
import { FbaPriceForm } from '../fba/FbaPriceForm.tsx';
import { ShipmentSales } from '../fba/ShipmentSales.tsx';
import { SyncButtons } from '../sync/SyncButtons.tsx';
import { GuardsCard } from './GuardsCard.tsx';
import { OtherSections } from './OtherSections.tsx';

/** What an administrator does with the marketplace. */
export function SettingsPage({ children }: { children?: ReactNode }) {
  return (
    <div className="grid gap-4">
      <Card
        title="Amazon Integration"
        description="What is sent to the marketplace. Each listing’s outcome is kept."
        aside={
          <nav aria-label="More settings" className="flex flex-wrap gap-x-4 gap-y-1">
            <Link to="/admin/settings/integrations" className="inline-flex min-h-6 items-center text-accent hover:underline max-sm:min-h-11">
              Connection and credentials
            </Link>
            <Link to="/admin/settings/competitors" className="inline-flex min-h-6 items-center text-accent hover:underline max-sm:min-h-11">
              Competitors
            </Link>
            <Link to="/admin/people" className="inline-flex min-h-6 items-center text-accent hover:underline max-sm:min-h-11">
              People
            </Link>
            <Link to="/audit-log" className="inline-flex min-h-6 items-center text-accent hover:underline max-sm:min-h-11">
              Audit log
            </Link>
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
