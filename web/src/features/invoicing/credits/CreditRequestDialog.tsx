import type { OutputOf } from '@stowage/contract/endpoint';
import { creditRequestMail } from '@stowage/contract/invoicing/credit-requests';
import { poMoneyLines, poMoneyPage } from '@stowage/contract/invoicing/purchase-money';
import { creditPage, moveCredits } from '@stowage/contract/invoicing/vendor-credits';
import { useQuery } from '@tanstack/react-query';
import { queryFor, useCommand } from '../../../api/query.ts';
import { RecordDocuments } from '../../../shared/documents/RecordDocuments.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { CopyButton } from '../../../ui/format/CopyButton.tsx';
import { moneyText } from '../../../ui/format/money.ts';
import { ErrorState, SkeletonRows } from '../../../ui/States.tsx';
import { type CreditRequestDraft, CreditRequestForm, SavePdfButton } from './CreditRequestForm.tsx';
import { CreditRequestLog } from './CreditRequestLog.tsx';

interface CreditRequestDialogProps {
  readonly orderId: number;
  readonly poNumber: string;
  readonly mayWrite: boolean;
  readonly onClose: () => void;
}

/** While a mail is on its way, this often is asked whether it arrived. */
const LOOK_EVERY_MS = 2_000;

/** Asks the vendor for an order's credits: the mail, the document that goes with it, and what became of those before. */
export function CreditRequestDialog({ orderId, poNumber, mayWrite, onClose }: CreditRequestDialogProps) {
  const params = { id: orderId };
  const mail = useQuery({
    ...queryFor(creditRequestMail, { params }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.sent.some((one) => one.state === 'QUEUED' || one.state === 'SENDING') ? LOOK_EVERY_MS : false),
  });
  const { data } = mail;
  return (
    <Dialog title={`Credit request, PO ${poNumber}`} size="wide" open onClose={onClose}>
      {mail.isPending && <SkeletonRows count={4} />}
      {mail.isError && data === undefined && (
        <ErrorState title="The mail could not be loaded" detail={mail.error.message} onRetry={() => void mail.refetch()} />
      )}
      {data !== undefined && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          {data.left_out.length > 0 && <LeftOut lines={data.left_out} />}
          {data.draft === null && <p className="text-muted">There is no credit to ask the vendor for.</p>}
          {data.draft !== null && data.can_send && mayWrite && (
            // Anew once it was sent: what follows is a reminder.
            <CreditRequestForm key={data.sent[0]?.id ?? 'first'} {...{ orderId, poNumber, draft: data.draft, isReminder: data.sent.length > 0 }} />
          )}
          {data.draft !== null && !(data.can_send && mayWrite) && (
            <ByHand {...{ orderId, poNumber, draft: data.draft, hasServer: data.can_send, mayWrite, onClose }} />
          )}
          <RecordDocuments kind="PURCHASE_ORDER" id={String(orderId)} label={poNumber} />
          {data.sent.length > 0 && <CreditRequestLog sent={data.sent} mayRetry={mayWrite && data.can_send} />}
        </div>
      )}
    </Dialog>
  );
}

/** So many lines are named. */
const NAMED = 5;

function LeftOut({ lines }: { lines: OutputOf<typeof creditRequestMail>['left_out'] }) {
  const more = lines.length - NAMED;
  return (
    <Banner tone="warn">
      Left out, because its credits ask for more than is billed wrongly:{' '}
      {lines
        .slice(0, NAMED)
        .map(({ supplier_sku, amount }) => `${supplier_sku} (${moneyText(amount)})`)
        .join(', ')}
      {more > 0 && ` and ${more.toLocaleString()} more`}. Withdraw the credit that is too much, or enter the invoice that bills it.
    </Banner>
  );
}

interface ByHandProps extends CreditRequestDialogProps {
  readonly draft: CreditRequestDraft;
  readonly hasServer: boolean;
}

/** Where no mail leaves this installation: by the person's own mail program, with the saved document. */
function ByHand({ orderId, poNumber, draft, hasServer, mayWrite, onClose }: ByHandProps) {
  const move = useCommand(moveCredits, [creditPage, poMoneyPage, poMoneyLines]);
  const { subject, text, recipient, expected_ids } = draft;
  const markRequested = () => move.mutate({ body: { creditIds: expected_ids, to: 'REQUESTED' } }, { onSuccess: onClose });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {!hasServer && <Banner tone="warn">There is no mail server: save the PDF, send the mail with it yourself, then say that it was sent.</Banner>}
      <p className="font-semibold">{subject}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard can scroll only what it can reach */}
      <div role="region" aria-label="Text of the mail" tabIndex={0} className="max-h-80 overflow-auto rounded-card border border-line bg-sunken p-3">
        <p className="whitespace-pre-wrap">{text}</p>
      </div>
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
