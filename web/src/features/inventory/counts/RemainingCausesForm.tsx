import { counted } from '@stowage/contract/formats/text/counted';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { REASON_NAMES } from '@stowage/contract/inventory/adjustment-reasons';
import { listCountLines, ROOT_CAUSES, setRemainingCauses } from '@stowage/contract/inventory/count-review';
import { type CountSession, getCount } from '@stowage/contract/inventory/counts';
import { useState } from 'react';
import { useCommand } from '../../../api/query.ts';
import { Button } from '../../../ui/Button.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { SelectField } from '../../../ui/form/Field.tsx';
import { Form } from '../../../ui/form/Form.tsx';

/** Sets one root cause for all differences that have none and can have it. */
export function RemainingCausesForm({ count }: { count: CountSession }) {
  const [cause, setCause] = useState('');
  const explain = useCommand(setRemainingCauses, [getCount, listCountLines]);
  const rest = count.differences?.without_cause ?? 0;
  const submit = () => {
    const rootCause = ROOT_CAUSES.find((one) => one === cause);
    if (rootCause === undefined) return;
    explain.mutate(
      { params: { id: count.id }, body: { rootCause } },
      {
        onSuccess: ({ lines }) => {
          setCause('');
          if (lines === 0) toast('bad', `No difference without a cause can have the cause ${REASON_NAMES[rootCause]}`);
          else toast('good', `${REASON_NAMES[rootCause]}: ${counted(lines, 'line')}`);
        },
        onError: (error) => toast('bad', `Not saved: ${error.message}`),
      },
    );
  };
  return (
    <Form onSubmit={submit} className="flex flex-wrap items-end gap-3 p-4">
      <div className="w-64">
        <SelectField
          label={`Root cause of the ${numberText(rest)} lines without one`}
          value={cause}
          options={[{ value: '', label: 'Select a cause' }, ...ROOT_CAUSES.map((one) => ({ value: one, label: REASON_NAMES[one] ?? one }))]}
          onText={setCause}
        />
      </div>
      <Button type="submit" disabled={cause === '' || explain.isPending}>
        {explain.isPending ? 'Processing...' : 'Set for all'}
      </Button>
    </Form>
  );
}
