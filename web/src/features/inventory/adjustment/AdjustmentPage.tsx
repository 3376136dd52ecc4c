import { Tabs } from '../../../ui/Tabs.tsx';
import { type AddressProps, toPage } from '../../../ui/table/change-address.ts';
import type { PrintLabels } from '../history/label-of.ts';
import { LocationsCard } from '../locations/LocationsCard.tsx';
import { useFreshLocations } from '../locations/use-fresh-locations.ts';
import type { AdjustmentAddress } from './adjustment-address.ts';
import { ItemsTab } from './ItemsTab.tsx';
import { LedgerCard } from './LedgerCard.tsx';

interface AdjustmentPageProps extends AddressProps<AdjustmentAddress> {
  readonly onPrint: PrintLabels;
  readonly onCount: (id: number) => void;
}

const TABS = [
  { name: 'items', label: 'Items' },
  { name: 'locations', label: 'Locations' },
  { name: 'adjustments', label: 'Adjustments' },
] as const;

/** Find and correct units, manage locations, and see and undo movements. */
export function AdjustmentPage({ address, onAddress, onPrint, onCount }: AdjustmentPageProps) {
  useFreshLocations();
  const tab = address.tab ?? 'items';
  return (
    <Tabs label="Adjustment" current={tab} tabs={TABS} onTab={(name) => onAddress({ tab: name === 'items' ? undefined : name })}>
      {tab === 'items' && <ItemsTab address={address} onAddress={onAddress} onPrint={onPrint} />}
      {tab === 'locations' && <LocationsCard place={address.place} onPlace={(place) => onAddress({ place })} onPrint={onPrint} />}
      {tab === 'adjustments' && (
        <LedgerCard
          sku={address.sku ?? ''}
          page={(address.page ?? 1) - 1}
          onSku={(sku) => onAddress({ sku: sku || undefined, page: undefined })}
          onPage={toPage(onAddress)}
          onCount={onCount}
        />
      )}
    </Tabs>
  );
}
