import { Tabs } from '../../../ui/Tabs.tsx';
import type { AdjustmentAddress } from './adjustment-address.ts';
import { ItemsTab } from './ItemsTab.tsx';
import { LedgerCard } from './LedgerCard.tsx';

interface AdjustmentPageProps {
  readonly address: AdjustmentAddress;
  readonly onAddress: (change: Partial<AdjustmentAddress>) => void;
}

const TABS = [
  { name: 'items', label: 'Items' },
  { name: 'adjustments', label: 'Adjustments' },
] as const;

/** Find units and put right what is wrong with them; see what was changed, and take it back. */
export function AdjustmentPage({ address, onAddress }: AdjustmentPageProps) {
  const tab = address.tab ?? 'items';
  return (
    <Tabs label="Adjustment" current={tab} tabs={TABS} onTab={(name) => onAddress({ tab: name === 'adjustments' ? name : undefined })}>
      {tab === 'items' ? (
        <ItemsTab identifier={address.q ?? ''} onSearch={(q) => onAddress({ q })} />
      ) : (
        <LedgerCard
          sku={address.sku ?? ''}
          page={(address.page ?? 1) - 1}
          onSku={(sku) => onAddress({ sku: sku || undefined, page: undefined })}
          onPage={(page) => onAddress({ page: page === 0 ? undefined : page + 1 })}
        />
      )}
    </Tabs>
  );
}
