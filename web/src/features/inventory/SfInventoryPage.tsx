import { Tabs } from '../../ui/Tabs.tsx';
import type { AddressProps } from '../../ui/table/change-address.ts';
import type { PrintLabels } from './history/label-of.ts';
import { PutawayTab } from './putaway/PutawayTab.tsx';
import { ScanTab } from './scan/ScanTab.tsx';
import type { SfInventoryAddress } from './sf-inventory-address.ts';
import { StockTab } from './stock/StockTab.tsx';

interface SfInventoryPageProps extends AddressProps<SfInventoryAddress> {
  readonly onPrint: PrintLabels;
  /** Opens a count. */
  readonly onCount: (id: number) => void;
}

const TABS = [
  { name: 'scan', label: 'Scan' },
  { name: 'put-away', label: 'Put away' },
  { name: 'stock', label: 'Stock' },
] as const;

/** Scan units into stock, put them away, and see the stock by listing. */
export function SfInventoryPage({ address, onAddress, onPrint, onCount }: SfInventoryPageProps) {
  const tab = address.tab ?? 'scan';
  return (
    <Tabs label="SF Inventory" current={tab} tabs={TABS} onTab={(name) => onAddress({ tab: name === 'scan' ? undefined : name })}>
      {tab === 'scan' && <ScanTab address={address} onAddress={onAddress} />}
      {tab === 'put-away' && <PutawayTab />}
      {tab === 'stock' && <StockTab {...{ address, onAddress, onPrint, onCount }} />}
    </Tabs>
  );
}
