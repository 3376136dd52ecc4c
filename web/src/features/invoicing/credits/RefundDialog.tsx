import { centsOf, moneyOf } from '@stowage/contract/formats/money';
import { moneyText } from '@stowage/contract/formats/text/money-text';
import { type CreditRow, refundCredits } from '@stowage/contract/invoicing/vendor-credits';
import { useState } from 'react';
import { useCommand } from '../../../api/query.ts';
import { DateField } from '../../../ui/form/DateField.tsx';
import { TextField } from '../../../ui/form/Field.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { localDay } from '../../../ui/format/date-time.ts';
import { seenOf } from './seen-credits.ts';
import { STALE_WITH_CREDITS } from './stale-queries.ts';

interface RefundDialogProps {
  readonly credits: readonly CreditRow[];
  /** Whether the refund is outstanding; otherwise the dialog undoes it. */
  readonly isDue: boolean;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Records the refund of credits, or undoes that. */
export function RefundDialog({ credits, isDue, onClose, onDone }: RefundDialogProps) {
  const today = localDay(new Date());
  const [day, setDay] = useState(today);
  const [reason, setReason] = useState('');
  const [seen] = useState(() => seenOf(credits));
  const refund = useCommand(refundCredits, STALE_WITH_CREDITS);
  const sum = moneyText(moneyOf(credits.reduce((cents, credit) => cents + centsOf(credit.refund), 0)));
  const isLate = day > today;
  const submit = () =>
    refund.mutate(
      { body: { creditIds: credits.map(({ id }) => id), refunded_on: isDue ? day : null, seen, ...(!isDue && { reason }) } },
      { onSuccess: onDone },
    );
  return (
    <FormDialog
      title={isDue ? 'Refund received' : 'Not refunded'}
      description={isDue ? `The vendor paid back ${sum}.` : `The refund of ${sum} is due again.`}
      submitLabel={isDue ? 'Refund received' : 'Not refunded'}
      command={refund}
      isReady={isDue ? day !== '' && !isLate : reason.trim() !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      {isDue ? (
        <DateField
          label="Received on"
          value={day}
          max={today}
          error={isLate ? 'This date is in the future' : undefined}
          onDay={(chosen) => setDay(chosen ?? '')}
        />
      ) : (
        <TextField label="Reason" maxLength={500} autoFocus value={reason} onText={setReason} />
      )}
    </FormDialog>
  );
}
