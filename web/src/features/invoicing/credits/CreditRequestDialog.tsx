import type { OutputOf } from '@stowage/contract/endpoint';
import { moneyText } from '@stowage/contract/formats/text/money-text';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { creditRequestMail, type LeftOutReason } from '@stowage/contract/invoicing/credit-requests';
import { poMoneyLines, poMoneyPage } from '@stowage/contract/invoicing/purchase-money';
import { creditPage, moveCredits } from '@stowage/contract/invoicing/vendor-credits';
import { poName } from '@stowage/contract/purchasing/po-name';
import { useQuery } from '@tanstack/react-query';
import { queryFor, useCommand } from '../../../api/query.ts';
import { RecordDocuments } from '../../../shared/documents/RecordDocuments.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { CopyButton } from '../../../ui/format/CopyButton.tsx';
import { ScrollBox } from '../../../ui/ScrollBox.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { type CreditRequestDraft, CreditRequestForm, SavePdfButton } from './CreditRequestForm.tsx';
import { CreditRequestLog } from './CreditRequestLog.tsx';

interface CreditRequestDialogProps {
  readonly orderId: number;
  readonly poNumber: string;
  readonly mayWrite: boolean;
  readonly onClose: () => void;
}

const POLL_MS = 2_000;

/** Requests an order's credits from the vendor: the mail with its PDF, and the mails that were sent before. */
export function CreditRequestDialog({ orderId, poNumber, mayWrite, onClose }: CreditRequestDialogProps) {
  const params = { id: orderId };
  const mail = useQuery({
    ...queryFor(creditRequestMail, { params }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.sent.some((one) => one.state === 'QUEUED' || one.state === 'SENDING') ? POLL_MS : false),
  });
  return (
    <Dialog title={`Credit request, ${poName(poNumber)}`} size="wide" open onClose={onClose}>
      <QueryResult query={mail} failure="The mail could not be loaded" rows={4}>
        {({ left_out, draft, can_send, sent }) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
            <LeftOut reason="NOT_BILLED" why="because no invoice has billed these units yet" next="Enter the invoice once it arrives." lines={left_out} />
            <LeftOut
              reason="BEYOND"
              why="because the credits exceed the wrongly billed amount"
              next="Withdraw a credit, or enter the missing invoice."
              lines={left_out}
            />
            {draft === null && <p className="text-muted">There are no credits to request.</p>}
            {draft !== null && can_send && mayWrite && (
              // A new form after each mail: the next mail is a reminder.
              <CreditRequestForm key={sent[0]?.id ?? 'first'} {...{ orderId, poNumber, draft, isReminder: sent.length > 0 }} />
            )}
            {draft !== null && !(can_send && mayWrite) && <ByHand {...{ orderId, poNumber, draft, hasServer: can_send, mayWrite, onClose }} />}
            <RecordDocuments kind="PURCHASE_ORDER" id={String(orderId)} label={poNumber} />
            {sent.length > 0 && <CreditRequestLog sent={sent} mayRetry={mayWrite && can_send} />}
          </div>
        )}
      </QueryResult>
    </Dialog>
  );
}

/** The message names this many lines. */
const NAMED = 5;

interface LeftOutProps {
  readonly reason: LeftOutReason;
  readonly why: string;
  readonly next: string;
  readonly lines: OutputOf<typeof creditRequestMail>['left_out'];
}

function LeftOut({ reason, why, next, lines }: LeftOutProps) {
  const own = lines.filter((line) => line.reason === reason);
  const more = own.length - NAMED;
  if (own.length === 0) return null;
  return (
    <Banner tone="warn">
      Left out, {why}:{' '}
      {own
        .slice(0, NAMED)
        .map(({ supplier_sku, amount }) => `${supplier_sku} (${moneyText(amount)})`)
        .join(', ')}
      {more > 0 && ` and ${numberText(more)} more`}. {next}
    </Banner>
  );
}

interface ByHandProps extends CreditRequestDialogProps {
  readonly draft: CreditRequestDraft;
  readonly hasServer: boolean;
}

/** Lets the person send the mail with their own mail program. */
function ByHand({ orderId, poNumber, draft, hasServer, mayWrite, onClose }: ByHandProps) {
  const move = useCommand(moveCredits, [creditPage, poMoneyPage, poMoneyLines]);
  const { subject, text, recipient, expected_ids } = draft;
  const markRequested = () => move.mutate({ body: { creditIds: expected_ids, to: 'REQUESTED' } }, { onSuccess: onClose });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {!hasServer && <Banner tone="warn">No mail server is configured. Save the PDF, send the mail yourself, then mark the credits as requested.</Banner>}
      <p className="font-semibold">{subject}</p>
      <ScrollBox label="Text of the mail" className="max-h-80 rounded-card border border-line bg-sunken p-3">
        <p className="whitespace-pre-wrap">{text}</p>
      </ScrollBox>
      {move.isError && <Banner tone="bad">{move.error.message}</Banner>}
      <div className="flex flex-wrap justify-end gap-2">
        <SavePdfButton orderId={orderId} poNumber={poNumber} />
        <CopyButton text={`${subject}\n\n${text}`} label="Copy text" name="The text of the mail" />
        {!hasServer && (
          <a
            href={`mailto:${encodeURIComponent(recipient ?? '')}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`}
            className="inline-flex min-h-9 items-center rounded-md border border-edge bg-surface px-3.5 font-medium hover:bg-sunken max-lg:min-h-11"
          >
            Open in mail program
          </a>
        )}
        {mayWrite && expected_ids.length > 0 && (
          <Button look="primary" disabled={move.isPending} onClick={markRequested}>
            Mark as requested
          </Button>
        )}
      </div>
    </div>
  );
}
