import { getPackingListStats, listPackingLists, type PackingListOption } from '@stowage/contract/purchasing/packing-lists';
import { getScanHistory } from '@stowage/contract/purchasing/receiving';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { queryFor } from '../../../api/query.ts';
import { useMay } from '../../../api/session.ts';
import { DamagePhotos } from '../../../shared/photos/DamagePhotos.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { SelectField } from '../../../ui/form/Field.tsx';
import type { ScanFieldHandle } from '../../../ui/scan/ScanField.tsx';
import { CloseListDialog } from '../closing/CloseListDialog.tsx';
import { linesOfList } from '../packing-lists/line-queries.ts';
import { isOpenList, ListStateBadge } from '../packing-lists/packing-list-names.tsx';
import type { OrderTabProps } from '../purchase-orders/order-tab.ts';
import { NEWEST } from '../receive-address.ts';
import { damageDrafts } from './line-drafts.ts';
import { PackingListPanel } from './PackingListPanel.tsx';
import type { PrintLabels } from './received-label.ts';
import { ScanHistoryCard } from './ScanHistoryCard.tsx';
import { ScanPanel } from './ScanPanel.tsx';
import { StatTiles } from './StatTiles.tsx';
import { UnexpectedCard } from './UnexpectedCard.tsx';
import { newestScans } from './use-newest-scans.ts';
import { WholeOrderButton } from './WholeOrderButton.tsx';

/** Has the focus after its list was closed, when nothing can be scanned. */
const LIST_FIELD = 'packing-list-to-receive';

type ReceiveTabProps = OrderTabProps & { readonly onPrint: PrintLabels };

/** Receiving against a packing list. */
export function ReceiveTab(props: ReceiveTabProps) {
  const { poNumber, address, onAddress } = props;
  const lists = useQuery(queryFor(listPackingLists, { body: { poNumber } }));
  const list = lists.data?.find(({ value }) => value === address.list);
  // Scans need not wait for the lists: the server refuses those for one that is not open.
  const coming = lists.isPending ? address.list : undefined;
  const first = lists.isPending ? 'Loading Packing Lists...' : lists.data?.length === 0 ? 'No Packing Lists Created' : 'Select Packing List';
  const field = useRef<ScanFieldHandle>(null);
  const mayReceive = useMay('purchasing.receive');
  const open = (id: number | undefined) => {
    onAddress({ list: id, ...NEWEST });
    field.current?.focus();
  };
  return (
    <>
      <Card>
        <div className="flex flex-wrap items-end gap-4 p-4">
          <div className="w-full sm:w-96">
            <SelectField
              id={LIST_FIELD}
              label="Select Packing List To Receive Against"
              value={list?.value.toString() ?? ''}
              options={[
                { value: '', label: first },
                ...(lists.data ?? [])
                  .filter(({ state }) => state !== 'CANCELED')
                  .map(({ value, label, shipment_id }) => ({ value: String(value), label: `${label} - Shipment ${shipment_id}` })),
              ]}
              error={lists.isError && lists.data === undefined ? 'The packing lists could not be loaded' : undefined}
              onChange={({ target }) => open(Number(target.value) || undefined)}
            />
          </div>
          {list !== undefined && (
            <p className="flex min-h-9 items-center gap-2">
              <ListStateBadge state={list.state} />
            </p>
          )}
          {list === undefined && mayReceive && lists.isSuccess && <WholeOrderButton poNumber={poNumber} onList={open} />}
          {list !== undefined && isOpenList(list) && props.mayManage && (
            <Button className="ml-auto" onClick={() => onAddress({ window: 'close' })}>
              Close packing list
            </Button>
          )}
        </div>
      </Card>
      <Receiving key={list?.value ?? coming ?? 0} list={list} coming={coming} field={field} {...props} />
    </>
  );
}

/** The reason why scanning is disabled. */
function disabledReason(list: PackingListOption | undefined): string | undefined {
  if (list === undefined) return 'Please select a packing list to begin scanning';
  return isOpenList(list) ? undefined : `This packing list is ${list.state === 'CLOSED' ? 'closed' : 'canceled'}`;
}

interface ReceivingProps extends ReceiveTabProps {
  readonly list: PackingListOption | undefined;
  /** The list of the address, while the lists load. */
  readonly coming: number | undefined;
  readonly field: React.RefObject<ScanFieldHandle | null>;
}

/** Loads the list's lines, then its totals, then the scan history. One that fails doesn't keep the next ones away. */
function Receiving({ list, coming, field, poNumber, address, onAddress, onPrint, onChanged, mayManage }: ReceivingProps) {
  const of = { poNumber, packingListId: list?.value ?? 0 };
  const lines = useQuery({ ...linesOfList(of), enabled: list !== undefined });
  const stats = useQuery({ ...queryFor(getPackingListStats, { body: of }), enabled: lines.isFetched });
  const newest = useQuery({ ...queryFor(getScanHistory, newestScans(of)), enabled: stats.isFetched });
  const returnFocusTo = () => field.current?.element ?? null;
  const backToScanning = () => field.current?.focus();
  const isOpen = list !== undefined && isOpenList(list);
  const photographed = lines.data?.find(({ stowage_supplier_po_id: id }) => id === address.photos);
  return (
    <>
      {list !== undefined && <StatTiles packingListId={list.value} stats={stats} isOpen={isOpen} />}
      {list?.state === 'CLOSED' && <Banner tone="warn">This packing list is closed: nothing more is received against it.</Banner>}
      <ScanPanel
        field={field}
        poNumber={poNumber}
        {...{ listId: isOpen ? list.value : coming, shownListId: list?.value }}
        disabledReason={coming === undefined ? disabledReason(list) : undefined}
        lines={lines.data ?? []}
        newest={newest.data ?? []}
        onPrint={onPrint}
        onChanged={onChanged}
      />
      {list !== undefined && <UnexpectedCard poNumber={poNumber} list={list} mayManage={mayManage} onChanged={onChanged} returnFocusTo={returnFocusTo} />}
      {list !== undefined && (
        <PackingListPanel
          list={list}
          lines={lines}
          isFixed={!isOpen}
          onChanged={onChanged}
          onEntered={backToScanning}
          onPhotos={(photos) => onAddress({ photos })}
        />
      )}
      {photographed !== undefined && (
        <Dialog
          title={`Photos of ${photographed.supplier_sku}`}
          description={photographed.product_name}
          open
          onClose={() => onAddress({ photos: undefined })}
          returnFocusTo={returnFocusTo}
        >
          <DamagePhotos
            lineId={photographed.stowage_supplier_po_id}
            name={photographed.supplier_sku}
            onChanged={() => damageDrafts.sendWaiting(photographed)}
          />
        </Dialog>
      )}
      <ScanHistoryCard
        of={list === undefined ? undefined : of}
        isReady={stats.isFetched}
        isFixed={!isOpen}
        address={address}
        onAddress={onAddress}
        onPrint={onPrint}
        onChanged={onChanged}
        onEntered={backToScanning}
      />
      {isOpen && mayManage && address.window === 'close' && (
        <CloseListDialog
          list={list}
          onClose={() => onAddress({ window: undefined })}
          returnFocusTo={() => document.querySelector<HTMLElement>(`#${LIST_FIELD}`)}
          onClosed={() => {
            toast('good', `${list.label} closed`);
            onChanged();
            onAddress({ window: undefined });
          }}
        />
      )}
    </>
  );
}
