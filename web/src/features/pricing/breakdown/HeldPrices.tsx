import { numberText } from '@stowage/contract/formats/text/number-text';
import { approveHeldPrices, breakdownData, breakdownJobs, declineHeldPrices } from '@stowage/contract/pricing/pricing-breakdown';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor } from '../../../api/query.ts';
import { runBulk } from '../../../shared/bulk/run-bulk.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import type { breakdownQuery } from './breakdown-query.ts';

interface HeldPricesProps {
  readonly jobId: string;
  /** The filters of the list. */
  readonly matching: Omit<ReturnType<typeof breakdownQuery>, 'sortField' | 'sortDirection'>;
  /** Only these SKUs; if there are none, all that the filters show, after a question. */
  readonly selected: readonly string[];
  readonly onDecided: () => void;
}

const DECISIONS = {
  decline: { endpoint: declineHeldPrices, verb: 'Decline', effect: 'The listings keep their prices.' },
  approve: { endpoint: approveHeldPrices, verb: 'Approve', effect: 'The next sync sends them. Prices of strategies are sent at once.' },
} as const;
type Decision = keyof typeof DECISIONS;

/** Approves the selected held prices of a job for the next sync, or declines them. */
export function HeldPrices({ jobId, matching, selected, onDecided }: HeldPricesProps) {
  const [isBusy, setBusy] = useState(false);
  const [asked, setAsked] = useState<Decision>();
  const count = selected.length;
  const send = async (decision: Decision) => {
    const { endpoint, verb } = DECISIONS[decision];
    setBusy(true);
    const action = await runBulk(endpoint, {
      selection: count > 0 ? { ids: [...selected] } : { matching },
      input: { job_id: jobId },
      title: `${verb} ${count > 0 ? numberText(count) : 'all'} held ${count === 1 ? 'price' : 'prices'}`,
      stale: [breakdownData, breakdownJobs],
    });
    setBusy(false);
    if (action === undefined) return;
    setAsked(undefined);
    onDecided();
  };
  const press = (decision: Decision) => (count > 0 ? void send(decision) : setAsked(decision));
  const which = count > 0 ? ` (${numberText(count)})` : '';
  return (
    <>
      <Button disabled={isBusy} onClick={() => press('decline')}>
        {`Decline held prices${which}`}
      </Button>
      <Button look="primary" disabled={isBusy} onClick={() => press('approve')}>
        {`Approve held prices${which}`}
      </Button>
      {asked !== undefined && (
        <ConfirmDialog
          open
          title={`${DECISIONS[asked].verb} all held prices`}
          question={`Every held price that the filters show, on all pages. ${DECISIONS[asked].effect} To decide only some, select their rows first.`}
          confirmLabel={`${DECISIONS[asked].verb} all`}
          isBusy={isBusy}
          onConfirm={() => void send(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

/** Whether prices of a job wait for a decision. */
export function useIsHeld(jobId: string | undefined): boolean {
  const jobs = useQuery(queryFor(breakdownJobs, {}));
  return jobs.data?.find(({ job_id }) => job_id === jobId)?.needs_approval === true;
}
