import { getReorderSettings, type ReorderSettings, reorderPage, reorderVendors, saveReorderSettings } from '@stowage/contract/purchasing/reorder';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { onceFor, useCommand } from '../../../api/query.ts';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { TextField } from '../../../ui/form/Field.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';

/** How reorder quantities are calculated. */
export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const settings = useQuery(onceFor(getReorderSettings, {}));
  if (settings.data !== undefined) return <SettingsForm settings={settings.data} onClose={onClose} />;
  return (
    <Dialog title="Reorder settings" open onClose={onClose}>
      <QueryResult query={settings} failure="The settings could not be loaded" rows={3}>
        {() => null}
      </QueryResult>
    </Dialog>
  );
}

const FIELDS = [
  { name: 'lead_days', label: 'Lead time in days', hint: 'From the order to its receipt, for vendors without a lead time of their own', least: 0, most: 365 },
  { name: 'review_days', label: 'Days between two orders', hint: 'How often you order from a vendor', least: 1, most: 90 },
  { name: 'service_percent', label: 'Stock in percent of the time', hint: 'More needs a larger safety stock. 95 is usual', least: 50, most: 99 },
] as const;

type Name = (typeof FIELDS)[number]['name'];

function SettingsForm({ settings, onClose }: { settings: ReorderSettings; onClose: () => void }) {
  const [typed, setTyped] = useState<Readonly<Record<Name, string>>>({
    lead_days: String(settings.lead_days),
    review_days: String(settings.review_days),
    service_percent: String(settings.service_percent),
  });
  const save = useCommand(saveReorderSettings, [getReorderSettings, reorderPage, reorderVendors]);
  const isValid = ({ name, least, most }: (typeof FIELDS)[number]) =>
    /^\d{1,3}$/.test(typed[name]) && Number(typed[name]) >= least && Number(typed[name]) <= most;
  const submit = () => {
    const body = { lead_days: Number(typed.lead_days), review_days: Number(typed.review_days), service_percent: Number(typed.service_percent) };
    save.mutate(
      { body: { ...body, version: settings.version } },
      {
        onSuccess: () => {
          toast('good', 'Saved the settings and calculated the proposals again');
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog title="Reorder settings" submitLabel="Save" command={save} isReady={FIELDS.every(isValid)} onSubmit={submit} onClose={onClose}>
      {FIELDS.map((field) => (
        <TextField
          key={field.name}
          label={field.label}
          hint={field.hint}
          inputMode="numeric"
          maxLength={3}
          autoComplete="off"
          value={typed[field.name]}
          error={isValid(field) ? undefined : `Enter a whole number from ${field.least} to ${field.most}`}
          onText={(text) => setTyped({ ...typed, [field.name]: text.trim() })}
        />
      ))}
    </FormDialog>
  );
}
