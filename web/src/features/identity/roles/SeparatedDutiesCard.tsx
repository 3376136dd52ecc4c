import { getSeparatedDuties, type SeparatedDuties, saveSeparatedDuties } from '@stowage/contract/identity/roles';
import { useQuery } from '@tanstack/react-query';
import { queryFor, useCommand } from '../../../api/query.ts';
import { Card } from '../../../ui/Card.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { CheckRow } from '../CheckRow.tsx';

const DUTIES = {
  invoices: { label: 'Invoices', hint: 'Nobody approves or pays an invoice that they entered or changed.' },
  credits: { label: 'Credits', hint: 'Nobody marks a credit as received that they created.' },
  prices: { label: 'Prices', hint: 'Nobody decides about a held price of a price job that they started.' },
} as const satisfies Record<keyof SeparatedDuties, object>;

/** Whether entering and approving need two people. */
export function SeparatedDutiesCard() {
  const duties = useQuery(queryFor(getSeparatedDuties, {}));
  const save = useCommand(saveSeparatedDuties, [getSeparatedDuties]);
  const set = (body: Partial<SeparatedDuties>) =>
    save.mutate({ body }, { onSuccess: () => toast('good', 'The separation of duties was saved'), onError: ({ message }) => toast('bad', message) });
  return (
    <Card title="Separation of duties" description="Two people are needed, even if the roles of one permit both steps. It also applies to administrators.">
      <QueryResult query={duties} rows={3} failure="The separation of duties could not be loaded">
        {(current) => (
          <div className="grid gap-2 px-4 pb-4">
            {(Object.keys(DUTIES) as (keyof SeparatedDuties)[]).map((duty) => (
              <CheckRow key={duty} {...DUTIES[duty]} checked={current[duty]} disabled={save.isPending} onChange={(isOn) => set({ [duty]: isOn })} />
            ))}
          </div>
        )}
      </QueryResult>
    </Card>
  );
}
