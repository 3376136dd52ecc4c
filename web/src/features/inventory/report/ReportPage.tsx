import { Tabs } from '../../../ui/Tabs.tsx';
import type { AddressProps } from '../../../ui/table/change-address.ts';
import { useFreshLocations } from '../locations/use-fresh-locations.ts';
import { AdjustmentsCard } from './AdjustmentsCard.tsx';
import { ByLocation } from './ByLocation.tsx';
import type { ReportAddress } from './report-address.ts';
import { ValueTab } from './ValueTab.tsx';

const TABS = [
  { name: 'location', label: 'By Location' },
  { name: 'adjustments', label: 'Adjustments' },
  { name: 'value', label: 'Value and Age' },
] as const;

/** The inventory report: stock by location, movements, value and age. */
export function ReportPage({ address, onAddress }: AddressProps<ReportAddress>) {
  useFreshLocations();
  const tab = address.tab ?? 'location';
  return (
    <Tabs label="Report" current={tab} tabs={TABS} onTab={(name) => onAddress({ tab: name === 'location' ? undefined : name })}>
      {tab === 'location' && <ByLocation address={address} onAddress={onAddress} />}
      {tab === 'adjustments' && <AdjustmentsCard sku={address.sku ?? ''} onSku={(sku) => onAddress({ sku: sku || undefined })} />}
      {tab === 'value' && <ValueTab day={address.day} onDay={(day) => onAddress({ day })} />}
    </Tabs>
  );
}
