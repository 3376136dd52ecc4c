import { moneyText } from '@stowage/contract/formats/text/money-text';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { type CreditRequest, creditRequestMail, retryCreditRequest } from '@stowage/contract/invoicing/credit-requests';
import { useCommand } from '../../../api/query.ts';
import { MailStateBadge } from '../../../shared/MailStateBadge.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { When } from '../../../ui/format/When.tsx';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';

/** The mails to the vendor about an order, newest first, with their states. */
export function CreditRequestLog({ sent, mayRetry }: { sent: readonly CreditRequest[]; mayRetry: boolean }) {
  const retry = useCommand(retryCreditRequest, [creditRequestMail]);
  const again = (id: number) => retry.mutate({ params: { id } });
  return (
    <section aria-label="Mails sent" className="grid gap-2">
      <h3 className="font-semibold">Mails sent</h3>
      {sent[0]?.state === 'FAILED' && <Banner tone="bad">The last mail could not be sent: {sent[0].last_error}</Banner>}
      {sent[0]?.state === 'QUEUED' && sent[0].last_error !== null && (
        <Banner tone="warn">The last mail was not accepted yet. Retrying for an hour: {sent[0].last_error}</Banner>
      )}
      {retry.isError && <Banner tone="bad">{retry.error.message}</Banner>}
      <div className="overflow-auto rounded-card border border-line">
        <DataTable label="Mails sent" columns={columns(mayRetry ? again : undefined, retry.isPending)} rows={sent} keyOf={({ id }) => id} />
      </div>
    </section>
  );
}

function columns(onRetry: ((id: number) => void) | undefined, isBusy: boolean): readonly Column<CreditRequest>[] {
  const again: Column<CreditRequest> = {
    heading: 'Again',
    isAction: true,
    cell: ({ id, recipient, can_retry }) =>
      can_retry ? (
        <Button size="small" disabled={isBusy} aria-label={`Try the mail to ${recipient} again`} onClick={() => onRetry?.(id)}>
          Try again
        </Button>
      ) : null,
  };
  return [
    { heading: 'To', isTitle: true, cell: ({ recipient }) => <span className="break-all">{recipient}</span> },
    { heading: 'Credits', align: 'right', cell: ({ credits }) => numberText(credits) },
    { heading: 'Amount $', align: 'right', cell: ({ amount }) => moneyText(amount) },
    { heading: 'By', cell: ({ requested_by }) => requested_by },
    { heading: 'Written', cell: ({ requested_at }) => <When text={requested_at} /> },
    {
      heading: 'State',
      cell: ({ state, last_error, sent_at }) => (
        <span className="flex flex-wrap items-center gap-1.5">
          <MailStateBadge state={state} />
          {sent_at !== null && <When text={sent_at} />}
          {last_error !== null && <span className="break-words">{last_error}</span>}
        </span>
      ),
    },
    ...(onRetry === undefined ? [] : [again]),
  ];
}
