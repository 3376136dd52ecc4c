import { centsOf, moneyOf } from '@stowage/contract/formats/money';
import { counted } from '@stowage/contract/formats/text/counted';
import { moneyText } from '@stowage/contract/formats/text/money-text';
import { CREDIT_MOVES, type CreditRow, type CreditState, moveCredits } from '@stowage/contract/invoicing/vendor-credits';
import { useState } from 'react';
import { useCommand } from '../../../api/query.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/form/Field.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { CREDIT_STATE_LOOKS } from '../invoicing-names.tsx';
import { ApplyCreditsDialog } from './ApplyCreditsDialog.tsx';
import { RefundDialog } from './RefundDialog.tsx';
import { seenOf } from './seen-credits.ts';
import { STALE_WITH_CREDITS } from './stale-queries.ts';

type Target = 'REQUESTED' | 'RECEIVED' | 'DENIED' | 'WRITTEN_OFF' | 'VOID';
const TARGETS: readonly Target[] = ['REQUESTED', 'RECEIVED', 'DENIED', 'WRITTEN_OFF', 'VOID'];

/** The label of a move. Received and applied credits can go one step back. */
function nameOf(target: Target, credits: readonly CreditRow[]): string {
  if (target === 'VOID') return 'Withdraw';
  if (isUndo(target, credits)) return target === 'REQUESTED' ? 'Not received' : 'Take off invoice';
  return CREDIT_STATE_LOOKS[target].label;
}

function isUndo(target: Target, credits: readonly CreditRow[]): boolean {
  return credits.every(({ state }) => state === 'APPLIED' || (state === 'RECEIVED' && target === 'REQUESTED'));
}

interface CreditActionsProps {
  readonly credits: readonly CreditRow[];
  readonly onDone: () => void;
}

/** The actions for the selected credits. */
export function CreditActions({ credits, onDone }: CreditActionsProps) {
  const [asked, setAsked] = useState<Target | 'APPLIED' | 'REFUND'>();
  // One action can't move some credits forward and others back.
  const may = (target: Target) =>
    credits.every(({ state, refunded_on }) => refunded_on === null && (CREDIT_MOVES[state] as readonly CreditState[]).includes(target)) &&
    new Set(credits.map((credit) => isUndo(target, [credit]))).size === 1;
  const mayApply = credits.every(({ state }) => state === 'RECEIVED') && new Set(credits.map(({ vendor_identity }) => vendor_identity)).size === 1;
  const areDue = credits.every(({ refund_due }) => refund_due !== '0.00');
  const areRefunded = credits.every(({ refunded_on }) => refunded_on !== null);
  const sum = moneyOf(credits.reduce((cents, { amount }) => cents + centsOf(amount ?? '0'), 0));
  const close = () => setAsked(undefined);
  const done = () => {
    close();
    onDone();
  };
  return (
    <div role="toolbar" aria-label="Selected credits" className="flex flex-wrap items-center gap-2 border-t border-line bg-sunken px-4 py-2.5">
      <p className="mr-auto font-medium">
        {counted(credits.length, 'credit')}, {moneyText(sum)}
      </p>
      {TARGETS.filter(may).map((target) => (
        <Button key={target} size="small" onClick={() => setAsked(target)}>
          {nameOf(target, credits)}
        </Button>
      ))}
      {mayApply && (
        <Button size="small" look="primary" onClick={() => setAsked('APPLIED')}>
          Apply to invoice
        </Button>
      )}
      {(areDue || areRefunded) && (
        <Button size="small" look={areDue ? 'primary' : 'secondary'} onClick={() => setAsked('REFUND')}>
          {areDue ? 'Refund received' : 'Not refunded'}
        </Button>
      )}
      {!mayApply && !areRefunded && !TARGETS.some(may) && <p className="text-muted">No action fits all of these credits</p>}
      <Button size="small" look="quiet" onClick={onDone}>
        Clear selection
      </Button>
      {asked === 'APPLIED' && <ApplyCreditsDialog credits={credits} sum={sum} onClose={close} onDone={done} />}
      {asked === 'REFUND' && <RefundDialog credits={credits} isDue={areDue} onClose={close} onDone={done} />}
      {asked !== undefined && asked !== 'APPLIED' && asked !== 'REFUND' && <MoveDialog credits={credits} target={asked} onClose={close} onDone={done} />}
    </div>
  );
}

interface MoveDialogProps extends CreditActionsProps {
  readonly target: Target;
  readonly onClose: () => void;
}

function MoveDialog({ credits, target, onClose, onDone }: MoveDialogProps) {
  const [only] = credits;
  const [memo, setMemo] = useState('');
  const [amount, setAmount] = useState(credits.length === 1 ? (only?.amount ?? '') : '');
  const [reason, setReason] = useState('');
  const [seen] = useState(() => seenOf(credits));
  const move = useCommand(moveCredits, STALE_WITH_CREDITS);
  const isBack = isUndo(target, credits);
  const isReceived = target === 'RECEIVED' && !isBack;
  const needsReason = isBack || target === 'DENIED' || target === 'WRITTEN_OFF' || target === 'VOID';
  const name = nameOf(target, credits);
  const submit = () =>
    move.mutate(
      {
        body: {
          creditIds: credits.map(({ id }) => id),
          to: target,
          seen,
          ...(isReceived && { memo: memo || null, ...(credits.length === 1 && { amount }) }),
          ...(needsReason && { reason }),
        },
      },
      { onSuccess: onDone },
    );
  return (
    <FormDialog
      title={`${name}: ${credits.length === 1 ? '1 credit' : `${credits.length} credits`}`}
      submitLabel={name}
      command={move}
      isReady={!needsReason || reason.trim() !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      {target === 'REQUESTED' && !isBack && <p>Records that you requested the credit from the vendor.</p>}
      {isBack && (
        <p>{target === 'REQUESTED' ? 'Use this for a credit that the vendor still owes.' : 'You can apply the credit to another invoice afterwards.'}</p>
      )}
      {target === 'VOID' && <p>You no longer request this credit from the vendor.</p>}
      {isReceived && (
        <>
          <TextField label="Credit memo (optional)" maxLength={100} autoFocus value={memo} onChange={({ target: field }) => setMemo(field.value)} />
          {credits.length === 1 && (
            <TextField
              label="Amount"
              inputMode="decimal"
              hint="The granted amount. You can request the rest again."
              value={amount}
              onChange={({ target: field }) => setAmount(field.value)}
            />
          )}
        </>
      )}
      {needsReason && <TextField label="Reason" maxLength={500} autoFocus value={reason} onChange={({ target: field }) => setReason(field.value)} />}
    </FormDialog>
  );
}
