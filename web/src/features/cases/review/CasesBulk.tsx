import { setCaseOwners, setCaseStatuses } from '@stowage/contract/cases/case-bulk';
import { listCasePeople } from '@stowage/contract/cases/case-detail';
import { CASE_STATUSES } from '@stowage/contract/cases/case-statuses';
import { casesPage } from '@stowage/contract/cases/cases';
import type { InputOf } from '@stowage/contract/endpoint';
import { counted } from '@stowage/contract/formats/text/counted';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor } from '../../../api/query.ts';
import { refusedOf, runBulk } from '../../../shared/bulk/run-bulk.ts';
import { Button } from '../../../ui/Button.tsx';
import { SelectField } from '../../../ui/form/Field.tsx';
import { Form } from '../../../ui/form/Form.tsx';

interface CasesBulkProps {
  readonly selection: InputOf<typeof setCaseStatuses>['body']['selection'];
  readonly count: number;
  /** @param refused the cases that were not changed */
  readonly onDone: (refused: readonly number[]) => void;
}

const NOBODY = 'nobody';

/** The actions for all selected cases. */
export function CasesBulk({ selection, count, onDone }: CasesBulkProps) {
  const people = useQuery(queryFor(listCasePeople, {}));
  const cases = counted(count, 'case');
  const stale = [casesPage];
  const setStatus = async (text: string) => {
    const status = CASE_STATUSES.find((one) => one === text);
    if (status === undefined) return;
    const action = await runBulk(setCaseStatuses, { selection, input: { status }, title: `Set ${cases} to ${status}`, stale });
    if (action !== undefined) onDone(refusedOf(action));
  };
  const setOwner = async (value: string) => {
    const name = value === NOBODY ? 'nobody' : people.data?.find(({ id }) => String(id) === value)?.name;
    const input = { owner_id: value === NOBODY ? null : Number(value) };
    const action = await runBulk(setCaseOwners, { selection, input, title: `Give ${cases} to ${name}`, stale });
    if (action !== undefined) onDone(refusedOf(action));
  };
  const owners = [...(people.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })), { value: NOBODY, label: 'Nobody' }];
  return (
    <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
      <Choice label="Status" options={CASE_STATUSES.map((value) => ({ value, label: value }))} button="Set status" onChoose={setStatus} />
      <Choice label="Owner" options={owners} button="Set owner" onChoose={setOwner} />
    </div>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly button: string;
  readonly onChoose: (value: string) => Promise<void>;
}

/** A value and the button that sets it: with the arrow keys, a select changes its value on the way. */
function Choice({ label, options, button, onChoose }: ChoiceProps) {
  const [value, setValue] = useState('');
  const [isBusy, setBusy] = useState(false);
  const submit = async () => {
    if (value === '') return;
    setBusy(true);
    await onChoose(value);
    setBusy(false);
  };
  return (
    <Form onSubmit={() => void submit()} className="flex max-w-full items-end gap-2">
      <SelectField label={label} value={value} options={[{ value: '', label: 'Select' }, ...options]} onText={setValue} />
      <Button type="submit" disabled={isBusy || value === ''}>
        {button}
      </Button>
    </Form>
  );
}
