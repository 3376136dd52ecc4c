import { approvePrices, breakdownData, breakdownJobs } from '@stowage/contract/pricing/pricing-breakdown';
import { useQuery } from '@tanstack/react-query';
import { queryFor, useCommand } from '../../../api/query.ts';
import { useMay } from '../../../api/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';

interface HeldPricesProps {
  readonly jobId: string | undefined;
  /** Only these SKUs; all if there are none. */
  readonly selected: ReadonlySet<string>;
  readonly onDecided: () => void;
}

/** Approves the held prices of a job for the next sync, or declines them. Absent when none waits. */
export function HeldPrices({ jobId, selected, onDecided }: HeldPricesProps) {
  const mayApprove = useMay('listings.sync');
  const jobs = useQuery(queryFor(breakdownJobs, {}));
  const decide = useCommand(approvePrices, [breakdownData, breakdownJobs]);
  const job = jobs.data?.find(({ job_id }) => job_id === jobId);
  if (jobId === undefined || job?.needs_approval !== true || !mayApprove) return null;
  const which = selected.size > 0 && { skus: [...selected] };
  const send = (isDeclined: boolean) =>
    decide.mutate(
      { body: { jobId, ...which, isDeclined } },
      {
        onSuccess: ({ approvedCount }) => {
          onDecided();
          toast('good', `${approvedCount.toLocaleString()} prices ${isDeclined ? 'declined: the listings keep theirs' : 'approved for the next sync'}`);
        },
        onError: (error) => toast('bad', error.message),
      },
    );
  const ofSelected = selected.size > 0 ? ` (${selected.size.toLocaleString()})` : '';
  return (
    <>
      <Button disabled={decide.isPending} onClick={() => send(true)}>
        Decline held prices{ofSelected}
      </Button>
      <Button look="primary" disabled={decide.isPending} onClick={() => send(false)}>
        Approve held prices{ofSelected}
      </Button>
    </>
  );
}
