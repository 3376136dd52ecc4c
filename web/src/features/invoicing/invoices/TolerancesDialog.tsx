import { getInvoicingSettings, type InvoicingSettings, saveInvoicingSettings } from '@stowage/contract/invoicing/invoicing-settings';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { onceFor, useCommand } from '../../../api/query.ts';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { TextField } from '../../../ui/form/Field.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { SkeletonRows } from '../../../ui/states/States.tsx';

const FIELDS = [
  { name: 'price_percent', label: 'Unit cost, percent' },
  { name: 'price_amount', label: 'Unit cost, dollars' },
  { name: 'freight_percent', label: 'Freight, percent of the goods' },
  { name: 'tax_percent', label: 'Tax, percent of the goods' },
] as const satisfies readonly { name: keyof InvoicingSettings; label: string }[];

/** The tolerances within which an invoice is paid. */
export function TolerancesDialog({ onClose }: { onClose: () => void }) {
  const settings = useQuery(onceFor(getInvoicingSettings, {}));
  if (settings.data !== undefined) return <TolerancesForm settings={settings.data} onClose={onClose} />;
  return (
    <Dialog title="Tolerances" open onClose={onClose}>
      <QueryResult query={settings} failure="The tolerances could not be loaded" rows={4}>
        {() => <SkeletonRows count={4} />}
      </QueryResult>
    </Dialog>
  );
}

function TolerancesForm({ settings: read, onClose }: { settings: InvoicingSettings; onClose: () => void }) {
  // As they were when the dialog opened.
  const [settings] = useState(read);
  const [values, setValues] = useState<Readonly<Record<string, string>>>(() => Object.fromEntries(FIELDS.map(({ name }) => [name, String(settings[name])])));
  const save = useCommand(saveInvoicingSettings, [getInvoicingSettings]);
  const numberOf = (name: string) => (values[name]?.trim() ? Number(values[name]) : Number.NaN);
  const submit = () => {
    // Only the changed fields: somebody may change others at the same time.
    const changed = FIELDS.filter(({ name }) => numberOf(name) !== settings[name]);
    const body = Object.fromEntries(changed.map(({ name }) => [name, numberOf(name)]));
    save.mutate({ body: { ...body, seen: settings } }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title="Tolerances"
      description="A unit cost may deviate by the larger of the first two values. The tolerances apply to invoices that are submitted from now on."
      submitLabel="Save"
      command={save}
      isReady={FIELDS.every(({ name }) => numberOf(name) >= 0)}
      onSubmit={submit}
      onClose={onClose}
    >
      {FIELDS.map(({ name, label }, nth) => (
        <TextField
          key={name}
          label={label}
          inputMode="decimal"
          maxLength={9}
          autoFocus={nth === 0}
          value={values[name] ?? ''}
          onChange={({ target }) => setValues({ ...values, [name]: target.value })}
        />
      ))}
    </FormDialog>
  );
}
