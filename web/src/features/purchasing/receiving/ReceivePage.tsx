import { numberText } from '@stowage/contract/formats/text/number-text';
import { getPoNumbers, type PoOption } from '@stowage/contract/purchasing/purchase-order-lines';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useListQuery } from '../../../api/live-query.ts';
import { repeatsFailed } from '../../../api/query.ts';
import { useMay } from '../../../api/session.ts';
import { Card } from '../../../ui/Card.tsx';
import { SelectField } from '../../../ui/form/Field.tsx';
import { Clock } from '../../../ui/format/Clock.tsx';
import { CodeField } from '../../../ui/scan/CodeField.tsx';
import { EmptyState } from '../../../ui/states/States.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import type { AddressProps } from '../../../ui/table/change-address.ts';
import { CreateListTab, type NewList } from '../packing-lists/CreateListTab.tsx';
import { EditListTab } from '../packing-lists/EditListTab.tsx';
import type { HeaderDraft } from '../packing-lists/ListHeaderForm.tsx';
import { InformationTab } from '../purchase-orders/InformationTab.tsx';
import { NEWEST, RECEIVE_TABS, type ReceiveAddress, type ReceiveTab as TabName } from '../receive-address.ts';
import { useDraftsByKey } from '../use-drafts-by-key.ts';
import { ReceiveTab } from './ReceiveTab.tsx';
import type { PrintLabels } from './received-label.ts';
import { useLiveOrder } from './use-receiving.ts';

interface ReceivePageProps extends AddressProps<ReceiveAddress> {
  readonly onPrint: PrintLabels;
  /** The way back to the list, and to the purchase orders next to this one. */
  readonly walk: (poNumber: string) => ReactNode;
  /** Opens the path of another page. */
  readonly onOpen: (path: string) => void;
}

const LABELS: Readonly<Record<TabName, string>> = {
  information: 'PO Information',
  create: 'Create New Packing List',
  edit: 'View/Edit Packing List Data',
  receive: 'Receive Against Packing List',
};

/** An order with its packing lists, and receiving against them. */
export function ReceivePage({ address, onAddress, onPrint, walk, onOpen }: ReceivePageProps) {
  const refresh = useLiveOrder(address.po);
  const tab = address.tab ?? 'information';
  const { po } = address;
  const mayManage = useMay('purchasing.manage');
  // What is typed outlives a look into another tab.
  const newList = useDraftsByKey<NewList>();
  const header = useDraftsByKey<HeaderDraft>();
  const props = { address, onAddress, mayManage, onChanged: refresh };
  return (
    <div className="touch-targets grid gap-4">
      {/* Where a person receives, no letter leads away. */}
      {po !== undefined && tab === 'information' && walk(po)}
      <Card title="Receive Shipment" aside={<Clock />}>
        {/* Another order has other packing lists and scans. */}
        <PoPicker po={po} onPo={(next) => onAddress({ po: next, list: undefined, window: undefined, ...NEWEST })} />
      </Card>
      <Tabs
        label="Receive Shipment"
        current={tab}
        tabs={RECEIVE_TABS.map((name) => ({ name, label: LABELS[name] }))}
        onTab={(name) => onAddress({ tab: name === 'information' ? undefined : name, window: undefined })}
      >
        {po === undefined && tab !== 'information' && <EmptyState title="Please Select a PO">Choose the purchase order to receive.</EmptyState>}
        {po === undefined && tab === 'information' && (
          <EmptyState title="No data available for the selected PO.">Choose a purchase order, or upload one.</EmptyState>
        )}
        {po !== undefined && tab === 'information' && <InformationTab key={po} poNumber={po} onOpen={onOpen} {...props} />}
        {po !== undefined && tab === 'create' && <CreateListTab key={po} poNumber={po} {...newList(po)} {...props} />}
        {po !== undefined && tab === 'edit' && <EditListTab key={po} poNumber={po} header={header} {...props} />}
        {po !== undefined && tab === 'receive' && <ReceiveTab key={po} poNumber={po} onPrint={onPrint} {...props} />}
      </Tabs>
    </div>
  );
}

/** The orders with units to come, and a search for all others. */
function PoPicker({ po, onPo }: { po: string | undefined; onPo: (po: string | undefined) => void }) {
  const [search, setSearch] = useState('');
  const orders = useListQuery(getPoNumbers, { body: { search: search.trim() } }, repeatsFailed);
  const known = orders.data ?? [];
  // A scanner sends Enter before the search is answered.
  const [entered, setEntered] = useState<string>();
  const isAnswered = entered !== undefined && orders.data !== undefined && !orders.isPlaceholderData;
  // A person who has gone on is not taken to the order of an old scan.
  const [shown, setShown] = useState(po);
  if (shown !== po) setShown(po);
  if (entered !== undefined && (shown !== po || (orders.isError && !isAnswered))) setEntered(undefined);
  const openEntered = useEffectEvent(() => {
    setEntered(undefined);
    const match = matchOf(entered ?? '', known);
    if (match !== undefined) onPo(match.value);
  });
  useEffect(() => {
    if (isAnswered) openEntered();
  }, [isAnswered]);
  const options = po !== undefined && !known.some(({ value }) => value === po) ? [{ value: po, label: po }, ...known] : known;
  return (
    <div className="grid gap-3 px-4 pb-4 sm:max-w-3xl sm:grid-cols-2">
      <SelectField
        label="Select Purchase Order"
        value={po ?? ''}
        options={[{ value: '', label: 'Please Select a PO' }, ...options.map(({ value, label }) => ({ value, label }))]}
        error={orders.isError ? 'The purchase orders could not be loaded. Trying again.' : undefined}
        onChange={({ target }) => onPo(target.value || undefined)}
      />
      <CodeField
        label="Find a purchase order"
        placeholder="PO number or vendor"
        value={search}
        hint={search.trim() !== '' && orders.data !== undefined ? `${numberText(known.length)} found` : undefined}
        onText={(text) => {
          setSearch(text);
          setEntered(undefined);
        }}
        onEnter={(text) => text.trim() !== '' && setEntered(text.trim())}
      />
    </div>
  );
}

/** The order with exactly this number, or the only match. */
function matchOf(text: string, found: readonly PoOption[]): PoOption | undefined {
  return found.find(({ value }) => value.toUpperCase() === text.toUpperCase()) ?? (found.length === 1 ? found[0] : undefined);
}
