import { counted } from '@stowage/contract/formats/text/counted';
import { moneyText } from '@stowage/contract/formats/text/money-text';
import { type DraftDetail, deleteDraft, listDrafts } from '@stowage/contract/purchasing/order-drafts';
import { poName } from '@stowage/contract/purchasing/po-name';
import { useMay } from '../../../api/session.ts';
import { CommandDialog } from '../../../shared/CommandDialog.tsx';
import { useUnsaved } from '../../../shared/use-unsaved.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { DateField } from '../../../ui/form/DateField.tsx';
import { TextAreaField, TextField } from '../../../ui/form/Field.tsx';
import { DraftLines } from './DraftLines.tsx';
import { type DraftForm, totalsOf, withProduct } from './draft-form.ts';
import { type DraftPageProps, pathOfOrder } from './draft-page-props.ts';
import { ProductFinder } from './ProductFinder.tsx';
import { OrderPdfButton, SendDialog } from './SendDialog.tsx';
import { TermsDialog } from './TermsDialog.tsx';
import { DRAFTS, type DraftEditing, useDraftForm } from './use-draft-form.ts';
import { VendorField } from './VendorField.tsx';

interface DraftEditorProps extends Omit<DraftPageProps, 'id'>, DraftEditing {
  readonly onReload: () => void;
}

/** The form of a purchase order. It is saved before it is sent. */
export function DraftEditor({ address, onAddress, onReload, ...editing }: DraftEditorProps) {
  const { onOpen } = editing;
  const mayManage = useMay('purchasing.manage');
  const { form, setForm, stored, isTyped, problem, setProblem, save, isSaving, isStale, keepTyped } = useDraftForm(editing);
  const set = (part: Partial<DraftForm>) => {
    setForm((current) => ({ ...current, ...part }));
    setProblem(undefined);
  };
  const giveUp = useUnsaved(isTyped, { isSaving });
  const title = stored === undefined ? 'New purchase order' : `${poName(stored.po_number)}`;
  const vendor = form.vendor.trim();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Card
        title={title}
        description={stored === undefined ? 'Not saved yet' : isTyped ? 'Changes are not saved yet' : 'Draft, not sent'}
        aside={
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => onOpen(DRAFTS)}>All drafts</Button>
            {vendor !== '' && mayManage && <Button onClick={() => onAddress({ window: 'terms' })}>Vendor terms</Button>}
            {stored !== undefined && !isTyped && <OrderPdfButton id={stored.id} poNumber={stored.po_number} />}
          </div>
        }
      >
        <div className="grid items-start gap-4 px-4 pb-4 sm:grid-cols-2 lg:grid-cols-3">
          <VendorField vendor={form.vendor} isFixed={!mayManage} onVendor={(name) => set({ vendor: name })} />
          <TextField
            label="PO Number"
            maxLength={64}
            autoComplete="off"
            disabled={!mayManage}
            placeholder="The next free number"
            value={form.poNumber}
            onText={(poNumber) => set({ poNumber })}
          />
          <DateField label="Expected date (optional)" value={form.expectedOn} onDay={(expectedOn = '') => set({ expectedOn })} />
          <div className="sm:col-span-2 lg:col-span-3">
            <TextAreaField
              label="Notes for the vendor (optional)"
              rows={2}
              maxLength={2_000}
              disabled={!mayManage}
              value={form.notes}
              onText={(notes) => set({ notes })}
            />
          </div>
        </div>
      </Card>
      <Card title="Lines">
        {mayManage && (
          <div className="px-4 pb-4">
            <ProductFinder vendor={form.vendor} onProduct={(product) => setForm((current) => withProduct(current, product))} />
          </div>
        )}
        <DraftLines lines={form.lines} isFixed={!mayManage} onLines={(lines) => set({ lines })} />
        <Totals form={form} />
      </Card>
      {problem !== undefined && (
        <Banner tone="bad">
          {problem}{' '}
          {isStale && (
            <span className="flex flex-wrap gap-2">
              <Button size="small" onClick={() => void keepTyped()}>
                Keep my changes
              </Button>
              <Button size="small" onClick={onReload}>
                Load the saved draft
              </Button>
            </span>
          )}
        </Banner>
      )}
      {mayManage && (
        <div className="flex flex-wrap justify-end gap-2">
          {stored !== undefined && (
            <Button className="mr-auto" onClick={() => onAddress({ window: 'delete' })}>
              Delete draft
            </Button>
          )}
          <Button disabled={isSaving || (stored !== undefined && !isTyped)} onClick={() => void save()}>
            {isSaving ? 'Saving...' : 'Save draft'}
          </Button>
          <Button
            look="primary"
            disabled={isSaving || form.lines.length === 0}
            onClick={() => (stored !== undefined && !isTyped ? onAddress({ window: 'send' }) : void save('send'))}
          >
            Send order…
          </Button>
        </div>
      )}
      {address.window === 'terms' && vendor !== '' && <TermsDialog vendor={vendor} onClose={() => onAddress({ window: undefined })} />}
      {stored !== undefined && mayManage && <StoredDialogs {...{ stored, address, onAddress, onOpen, giveUp }} />}
    </div>
  );
}

function Totals({ form }: { form: DraftForm }) {
  const { units, amount } = totalsOf(form);
  return (
    <p role="status" className="px-4 py-3 text-right">
      {counted(form.lines.length, 'line')}, {counted(units, 'unit')}, <strong>{moneyText(amount)}</strong>
    </p>
  );
}

interface StoredDialogsProps extends Pick<DraftEditorProps, 'address' | 'onAddress' | 'onOpen'> {
  readonly stored: DraftDetail;
  readonly giveUp: () => void;
}

function StoredDialogs({ stored, address, onAddress, onOpen, giveUp }: StoredDialogsProps) {
  const close = () => onAddress({ window: undefined });
  const { id, po_number: poNumber, version } = stored;
  if (address.window === 'send') return <SendDialog {...{ id, poNumber, version }} onSent={(sent) => onOpen(pathOfOrder(sent), true)} onClose={close} />;
  if (address.window !== 'delete') return null;
  return (
    <CommandDialog
      title="Delete draft"
      question={`Delete the draft of ${poName(poNumber)}? Its lines are lost.`}
      confirmLabel="Delete"
      isDangerous
      endpoint={deleteDraft}
      input={{ params: { id }, query: { version } }}
      stale={[listDrafts]}
      done={`Deleted the draft of ${poName(poNumber)}`}
      onDone={() => {
        giveUp();
        onOpen(DRAFTS, true);
      }}
      onClose={close}
    />
  );
}
