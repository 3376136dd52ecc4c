import { Tabs } from '../../ui/Tabs.tsx';
import type { AddressProps } from '../../ui/table/change-address.ts';
import type { PrintLabels } from './history/label-of.ts';
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
  { name: 'stock', label: 'Stock' },
] as const;

/** Scan units into stock, and see the stock by listing. */
export function SfInventoryPage({ address, onAddress, onPrint, onCount }: SfInventoryPageProps) {
  const tab = address.tab ?? 'scan';
  return (
    <Tabs label="SF Inventory" current={tab} tabs={TABS} onTab={(name) => onAddress({ tab: name === 'stock' ? name : undefined })}>
      {tab === 'scan' ? <ScanTab address={address} onAddress={onAddress} /> : <StockTab {...{ address, onAddress, onPrint, onCount }} />}
    </Tabs>
  );
}
