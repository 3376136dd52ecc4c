import { creditRequestMail, creditRequestPdf, poMoneyLines, poMoneyPage } from '@stowage/contract/purchase-money';
import { creditPage, moveCredits } from '@stowage/contract/vendor-credits';
import { useQuery } from '@tanstack/react-query';
import { download } from '../../api/download.ts';
import { queryFor, useCommand } from '../../api/query.ts';
import { SaveFileButton } from '../../shared/SaveFileButton.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState, SkeletonRows } from '../../ui/States.tsx';

interface CreditRequestDialogProps {
  readonly orderId: number;
  readonly poNumber: string;
  readonly mayWrite: boolean;
  readonly onClose: () => void;
}

/** The mail that asks the vendor for an order's credits, and the document that goes with it. */
export function CreditRequestDialog({ orderId, poNumber, mayWrite, onClose }: CreditRequestDialogProps) {
  const params = { id: orderId };
  const mail = useQuery({ ...queryFor(creditRequestMail, { params }), staleTime: 0 });
  const move = useCommand(moveCredits, [creditPage, poMoneyPage, poMoneyLines]);
  const markRequested = (creditIds: number[]) => move.mutate({ body: { creditIds, to: 'REQUESTED' } }, { onSuccess: onClose });
  return (
    <Dialog
      title={`Credit request, PO ${poNumber}`}
      description="Save the PDF, send the mail with it, then say that it was sent."
      size="wide"
      open
      onClose={onClose}
    >
      {mail.isPending && <SkeletonRows count={4} />}
      {mail.isError && <ErrorState title="There is nothing to send" detail={mail.error.message} onRetry={() => void mail.refetch()} />}
      {mail.data !== undefined && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <p className="font-semibold">{mail.data.subject}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard can scroll only what it can reach */}
          <div role="region" aria-label="Text of the mail" tabIndex={0} className="max-h-80 overflow-auto rounded-card border border-line bg-sunken p-3">
            <p className="whitespace-pre-wrap">{mail.data.text}</p>
          </div>
          {move.isError && <Banner tone="bad">{move.error.message}</Banner>}
          <div className="flex flex-wrap justify-end gap-2">
            <SaveFileButton
              label="Save PDF"
              save={() => download(creditRequestPdf, { params }, `credit-request-${poNumber}.pdf`)}
              problem={(error) => `The PDF could not be made: ${error instanceof Error ? error.message : error}`}
            />
            <CopyButton text={`${mail.data.subject}\n\n${mail.data.text}`} label="Copy text" name="The text of the mail" />
            <a
              href={`mailto:?subject=${encodeURIComponent(mail.data.subject)}&body=${encodeURIComponent(mail.data.text)}`}
              className="inline-flex min-h-9 items-center rounded-md border border-edge bg-surface px-3.5 font-medium hover:bg-sunken"
            >
              Open in mail program
            </a>
            {mayWrite && (
              <Button look="primary" disabled={move.isPending} onClick={() => markRequested(mail.data.expected_ids)}>
                Mark as requested
              </Button>
            )}
          </div>
        </div>
      )}
    </Dialog>
  );
}
