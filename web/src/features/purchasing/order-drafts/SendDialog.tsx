import type { OutputOf } from '@stowage/contract/endpoint';
import { messageOf } from '@stowage/contract/errors';
import { isEmailAddress, MAIL_MESSAGES } from '@stowage/contract/mail/mail';
import { draftMail, draftPdf, getDraft, listDrafts, sendDraft } from '@stowage/contract/purchasing/order-drafts';
import { poName } from '@stowage/contract/purchasing/po-name';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { download } from '../../../api/download.ts';
import { queryFor, useCommand } from '../../../api/query.ts';
import { SaveFileButton } from '../../../shared/files/SaveFileButton.tsx';
import { newId } from '../../../shared/new-id.ts';
import { untilAnswered } from '../../../shared/scan/until-answered.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { TextAreaField, TextField } from '../../../ui/form/Field.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';

interface SendDialogProps {
  readonly id: number;
  readonly poNumber: string;
  readonly version: number;
  readonly onSent: (poNumber: string) => void;
  readonly onClose: () => void;
}

/** Saves the PDF of an order. */
export function OrderPdfButton({ id, poNumber }: { id: number; poNumber: string }) {
  return (
    <SaveFileButton
      label="Save PDF"
      save={() => download(draftPdf, { params: { id } }, `${poNumber}.pdf`)}
      problem={(error) => `The PDF could not be made: ${messageOf(error)}`}
    />
  );
}

/** Sends an order to its vendor, by mail or by the person. */
export function SendDialog(props: SendDialogProps) {
  const mail = useQuery({ ...queryFor(draftMail, { params: { id: props.id } }), staleTime: 0, gcTime: 0, refetchOnWindowFocus: false });
  return (
    <Dialog
      title={`Send ${poName(props.poNumber)}`}
      description="The order can then be received and no longer changed here."
      size="wide"
      open
      onClose={props.onClose}
    >
      <QueryResult query={mail} failure="The mail could not be loaded" rows={6}>
        {(data) => <SendForm {...props} mail={data} />}
      </QueryResult>
    </Dialog>
  );
}

/** A repeated send keeps the client id, so that the vendor gets one order. */
function SendForm({ id, poNumber, version, mail, onSent, onClose }: SendDialogProps & { mail: OutputOf<typeof draftMail> }) {
  const [written, setWritten] = useState({ recipient: mail.recipient ?? '', subject: mail.subject, text: mail.text });
  const [clientId] = useState(newId);
  const [isChecked, setChecked] = useState(false);
  const send = useCommand(sendDraft, [getDraft, listDrafts]);
  const isAddress = isEmailAddress(written.recipient.trim());
  const submit = (byMail: boolean) => {
    setChecked(byMail);
    if (byMail && !isAddress) return;
    // Another way of sending is another command.
    const body = { client_id: `${clientId}-${byMail ? 'mail' : 'own'}`, version, mail: byMail ? written : null };
    untilAnswered(() => send.mutateAsync({ params: { id }, body }))
      .then(({ po_number }) => {
        toast('good', byMail ? `${poName(po_number)} is on its way to ${written.recipient.trim()}` : `${poName(po_number)} is marked as sent`);
        onSent(po_number);
      })
      // The form shows the error.
      .catch(() => {});
  };
  return (
    <Form onSubmit={() => submit(mail.can_send)} className="grid grid-cols-[minmax(0,1fr)] gap-4" noValidate>
      {mail.warnings.map((warning) => (
        <Banner key={warning} tone="warn">
          {warning}
        </Banner>
      ))}
      {!mail.can_send && <Banner tone="info">No mail server is configured. Save the PDF, send it yourself, then mark the order as sent.</Banner>}
      {mail.can_send && (
        <>
          <TextField
            label="To"
            type="email"
            autoComplete="off"
            maxLength={320}
            value={written.recipient}
            error={isChecked && !isAddress ? MAIL_MESSAGES.invalid : undefined}
            hint="Saved for this vendor"
            onText={(recipient) => setWritten({ ...written, recipient })}
          />
          <TextField label="Subject" maxLength={200} value={written.subject} onText={(subject) => setWritten({ ...written, subject })} />
          <TextAreaField label="Text" rows={10} maxLength={10_000} value={written.text} onText={(text) => setWritten({ ...written, text })} />
          <p className="text-muted">Attached: the order as a PDF. The vendor’s reply goes to you.</p>
        </>
      )}
      {send.isError && <Banner tone="bad">{send.error.message}</Banner>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <OrderPdfButton id={id} poNumber={poNumber} />
        <Button look={mail.can_send ? 'secondary' : 'primary'} disabled={send.isPending} onClick={() => submit(false)}>
          Mark as sent
        </Button>
        {mail.can_send && (
          <Button type="submit" look="primary" disabled={send.isPending || written.subject.trim() === '' || written.text.trim() === ''}>
            {send.isPending ? 'Sending...' : 'Send order'}
          </Button>
        )}
      </div>
    </Form>
  );
}
