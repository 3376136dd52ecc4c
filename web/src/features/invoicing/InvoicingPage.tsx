import { poMoneyLines, poMoneyPage, purchaseMoneyTopic } from '@stowage/contract/invoicing/purchase-money';
import { creditPage } from '@stowage/contract/invoicing/vendor-credits';
import { getInvoice, invoicePage } from '@stowage/contract/invoicing/vendor-invoices';
import { receivingTopic } from '@stowage/contract/purchasing/receiving';
import { useTopicRefresh } from '../../api/live.ts';
import { useInvalidate } from '../../api/query.ts';
import { useMay } from '../../api/session.ts';
import { useThrottled } from '../../api/use-throttled.ts';
import { Button } from '../../ui/Button.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { ImportInvoicesDialog } from './invoices/ImportInvoicesDialog.tsx';
import { InvoiceDialog } from './invoices/InvoiceDialog.tsx';
import { InvoiceFormDialog } from './invoices/InvoiceFormDialog.tsx';
import { TolerancesDialog } from './invoices/TolerancesDialog.tsx';
import { INVOICING_TABS, type InvoicingTabProps, OTHER_LIST } from './invoicing-address.ts';
import { CreditsTab } from './lists/CreditsTab.tsx';
import { InvoicesTab } from './lists/InvoicesTab.tsx';
import { OrdersTab } from './lists/OrdersTab.tsx';

const REFRESH_MS = 1_000;
const ORDERS_TAB = 'pos';
const TABS = [
  { name: ORDERS_TAB, label: 'POs' },
  { name: 'invoices', label: 'Invoices' },
  { name: 'credits', label: 'Credits' },
  { name: 'exceptions', label: 'Exceptions' },
] as const;

/** Purchase orders, invoices and credits, with the differences between them. */
export function InvoicingPage({ address, onAddress }: InvoicingTabProps) {
  const mayManage = useMay('settings.manage');
  const mayApprove = useMay('invoices.approve');
  useLiveMoney();
  const tab = address.tab ?? ORDERS_TAB;
  const props = { address, onAddress, mayWrite: useMay('invoices.write') };
  return (
    <>
      <Tabs
        label="Purchase orders, invoices and credits"
        current={tab}
        tabs={TABS}
        onTab={(name) => onAddress({ ...OTHER_LIST, tab: INVOICING_TABS.find((known) => known === name) })}
      >
        {props.mayWrite && (
          <div className="flex flex-wrap gap-2">
            <Button look="primary" onClick={() => onAddress({ window: 'new' })}>
              New invoice
            </Button>
            <Button onClick={() => onAddress({ window: 'import' })}>Import invoices</Button>
            {mayManage && <Button onClick={() => onAddress({ window: 'tolerances' })}>Tolerances</Button>}
          </div>
        )}
        {tab === ORDERS_TAB && <OrdersTab {...props} />}
        {tab === 'invoices' && <InvoicesTab key="all" {...props} />}
        {tab === 'exceptions' && <InvoicesTab key="exceptions" isExceptions {...props} />}
        {tab === 'credits' && <CreditsTab {...props} />}
      </Tabs>
      <Windows {...props} mayApprove={mayApprove} />
    </>
  );
}

function Windows({ address, onAddress, mayWrite, mayApprove }: InvoicingTabProps & { readonly mayWrite: boolean; readonly mayApprove: boolean }) {
  const { window, invoice } = address;
  const close = () => onAddress({ window: undefined, po: undefined, corrects: undefined });
  if (window === 'new' || (window === 'edit' && invoice !== undefined)) {
    const id = window === 'edit' ? invoice : undefined;
    return mayWrite ? (
      <InvoiceFormDialog
        key={id ?? 'new'}
        invoiceId={id}
        correctsId={address.corrects}
        firstPo={address.po}
        onClose={close}
        onSaved={(saved) => onAddress({ window: undefined, po: undefined, corrects: undefined, invoice: saved })}
      />
    ) : null;
  }
  if (window === 'import' && mayWrite) return <ImportInvoicesDialog onClose={close} />;
  if (window === 'tolerances') return <TolerancesDialog onClose={close} />;
  if (invoice === undefined) return null;
  return <InvoiceDialog key={invoice} id={invoice} mayWrite={mayWrite} mayApprove={mayApprove} onAddress={onAddress} />;
}

/** Reloads the lists after changes of invoices, credits or received units. */
function useLiveMoney(): void {
  const invalidate = useInvalidate();
  const refresh = useThrottled(() => {
    for (const endpoint of [poMoneyPage, poMoneyLines, invoicePage, getInvoice, creditPage]) void invalidate(endpoint);
  }, REFRESH_MS);
  useTopicRefresh(purchaseMoneyTopic, refresh);
  useTopicRefresh(receivingTopic, refresh);
}
