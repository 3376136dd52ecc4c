import { setupGuide } from '@stowage/contract/dashboard/guide';
import { COMPANY_NAME_MAX_LENGTH, type Company, getCompany, saveCompany } from '@stowage/contract/identity/company';
import { getUserSettings } from '@stowage/contract/identity/user-settings';
import { useState } from 'react';
import { useCommand } from '../../api/query.ts';
import { toast } from '../../ui/dialog/Toast.tsx';
import { SelectField, TextField } from '../../ui/form/Field.tsx';
import { FormDialog } from '../../ui/form/FormDialog.tsx';

interface CompanyDialogProps {
  /** null until it was entered. */
  readonly company: Company | null;
  readonly onClose: () => void;
  readonly returnFocusTo: () => HTMLElement | null;
}

/** Enters the company's name and time zone. The first proposal is the browser's zone. */
export function CompanyDialog({ onClose, returnFocusTo, ...props }: CompanyDialogProps) {
  // The person changes the company as it was when the dialog opened.
  const [company] = useState(props.company);
  const [name, setName] = useState(company?.name ?? '');
  const [timeZone, setTimeZone] = useState(company?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone);
  const [isChecked, setChecked] = useState(false);
  const command = useCommand(saveCompany, [getCompany, setupGuide, getUserSettings]);
  const save = () => {
    setChecked(true);
    if (name.trim() === '') return;
    const done = () => {
      toast('good', 'Company saved');
      onClose();
    };
    command.mutate({ body: { name, timeZone, version: company?.version ?? 0 } }, { onSuccess: done });
  };
  return (
    <FormDialog title="Company and time zone" submitLabel="Save" command={command} onSubmit={save} onClose={onClose} returnFocusTo={returnFocusTo}>
      <TextField
        label="Company"
        maxLength={COMPANY_NAME_MAX_LENGTH}
        autoComplete="organization"
        autoFocus
        value={name}
        error={isChecked && name.trim() === '' ? 'Enter the name of the company' : undefined}
        onText={setName}
      />
      <SelectField
        label="Time zone"
        hint="For the dates of everybody who has not chosen a time zone in their profile"
        value={timeZone}
        options={zonesWith(timeZone).map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
        onText={setTimeZone}
      />
    </FormDialog>
  );
}

/** Browsers don't list all names that they know, such as `UTC`. */
function zonesWith(chosen: string): readonly string[] {
  const zones = Intl.supportedValuesOf('timeZone');
  return zones.includes(chosen) ? zones : [chosen, ...zones];
}
