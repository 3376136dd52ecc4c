import type { OutputOf } from '@stowage/contract/endpoint';
import { messageOf } from '@stowage/contract/errors';
import { creditRequestMail, creditRequestPdf, sendCreditRequest } from '@stowage/contract/invoicing/credit-requests';
import { poMoneyLines, poMoneyPage } from '@stowage/contract/invoicing/purchase-money';
import { creditPage } from '@stowage/contract/invoicing/vendor-credits';
import { isEmailAddress, MAIL_MESSAGES } from '@stowage/contract/mail/mail';
import { useState } from 'react';
import { download } from '../../../api/download.ts';
import { useCommand, useInvalidate } from '../../../api/query.ts';
import { SaveFileButton } from '../../../shared/files/SaveFileButton.tsx';
import { newId } from '../../../shared/new-id.ts';
import { untilAnswered } from '../../../shared/scan/until-answered.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { TextAreaField, TextField } from '../../../ui/form/Field.tsx';
import { Form } from '../../../ui/form/Form.tsx';

const TEXT_ROWS = 12;

export type CreditRequestDraft = NonNullable<OutputOf<typeof creditRequestMail>['draft']>;

/** Saves the PDF of the credit request. */
export function SavePdfButton({ orderId, poNumber }: { orderId: number; poNumber: string }) {
  return (
    <SaveFileButton
      label="Save PDF"
      save={() => download(creditRequestPdf, { params: { id: orderId } }, `credit-request-${poNumber}.pdf`)}
      problem={(error) => `The PDF could not be made: ${messageOf(error)}`}
    />
  );
}

interface CreditRequestFormProps {
  readonly orderId: number;
  readonly poNumber: string;
  readonly draft: CreditRequestDraft;
  readonly isReminder: boolean;
}

/** The editable mail. A repeated send keeps the client id, so that the vendor gets one mail. */
export function CreditRequestForm({ orderId, poNumber, draft, isReminder }: CreditRequestFormProps) {
  // The mail that is sent is the one on the screen, even if the credits change meanwhile.
  const [seen, setSeen] = useState(draft);
  const [mail, setMail] = useState({ recipient: draft.recipient ?? '', subject: draft.subject, text: draft.text });
  const [clientId] = useState(newId);
  const [isChecked, setChecked] = useState(false);
  const send = useCommand(sendCreditRequest, [creditRequestMail, creditPage, poMoneyPage, poMoneyLines]);
  const invalidate = useInvalidate();
  const isAddress = isEmailAddress(mail.recipient.trim());
  const hasChanged = draft.amount !== seen.amount || draft.expected_ids.join() !== seen.expected_ids.join();
  const submit = () => {
    setChecked(true);
    if (!isAddress) return;
    const body = { ...mail, client_id: clientId, expected_ids: seen.expected_ids, amount: seen.amount };
    untilAnswered(() => send.mutateAsync({ params: { id: orderId }, body }))
      .then(() => toast('good', `The mail to ${mail.recipient.trim()} is on its way`))
      // The form shows the error; the draft may have changed.
      .catch(() => void invalidate(creditRequestMail));
  };
  const resetMail = () => {
    setSeen(draft);
    setMail({ recipient: mail.recipient || (draft.recipient ?? ''), subject: draft.subject, text: draft.text });
    send.reset();
  };
  return (
    <Form onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-4" noValidate>
      {hasChanged && (
        <Banner tone="warn">
          The credits have changed.{' '}
          <Button size="small" onClick={resetMail}>
            Reset the mail
          </Button>
        </Banner>
      )}
      <TextField
        label="To"
        type="email"
        autoComplete="off"
        maxLength={320}
        autoFocus={mail.recipient === ''}
        value={mail.recipient}
        error={isChecked && !isAddress ? MAIL_MESSAGES.invalid : undefined}
        hint="Saved for this vendor"
        onChange={({ target }) => setMail({ ...mail, recipient: target.value })}
      />
      <TextField label="Subject" maxLength={200} value={mail.subject} onChange={({ target }) => setMail({ ...mail, subject: target.value })} />
      <TextAreaField label="Text" rows={TEXT_ROWS} maxLength={10_000} value={mail.text} onChange={({ target }) => setMail({ ...mail, text: target.value })} />
      <p className="text-muted">Attached: credit-request-{poNumber}.pdf, with how the goods were received. The vendor’s reply goes to you.</p>
      {send.isError && <Banner tone="bad">{send.error.message}</Banner>}
      <div className="flex flex-wrap justify-end gap-2">
        <SavePdfButton orderId={orderId} poNumber={poNumber} />
        <Button type="submit" look="primary" disabled={send.isPending || hasChanged || mail.subject.trim() === '' || mail.text.trim() === ''}>
          {send.isPending ? 'Sending...' : isReminder ? 'Send again' : 'Send mail'}
        </Button>
      </div>
    </Form>
  );
}
