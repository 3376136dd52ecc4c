import { Tabs } from '../../../ui/Tabs.tsx';
import { useFreshLocations } from '../use-fresh-locations.ts';
import { AdjustmentsCard } from './AdjustmentsCard.tsx';
import { ByLocation } from './ByLocation.tsx';
import type { ReportAddress } from './report-address.ts';

interface ReportPageProps {
  readonly address: ReportAddress;
  readonly onAddress: (change: Partial<ReportAddress>) => void;
}

const TABS = [
  { name: 'location', label: 'By Location' },
  { name: 'adjustments', label: 'Adjustments' },
] as const;

/** Where the stock is, and how it came to be so. */
export function ReportPage({ address, onAddress }: ReportPageProps) {
  useFreshLocations();
  const tab = address.tab ?? 'location';
  return (
    <Tabs label="Report" current={tab} tabs={TABS} onTab={(name) => onAddress({ tab: name === 'adjustments' ? name : undefined })}>
      {tab === 'location' ? (
        <ByLocation address={address} onAddress={onAddress} />
      ) : (
        <AdjustmentsCard sku={address.sku ?? ''} onSku={(sku) => onAddress({ sku: sku || undefined })} />
      )}
    </Tabs>
  );
}
