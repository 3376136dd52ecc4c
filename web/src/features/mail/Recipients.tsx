import { isEmailAddress, MAIL_MESSAGES } from '@stowage/contract/mail/mail';
import { X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/form/Field.tsx';
import { Form } from '../../ui/form/Form.tsx';

interface RecipientsProps {
  readonly recipients: readonly string[];
  readonly isBusy: boolean;
  /** @returns whether it was saved */
  readonly onAdd: (address: string) => Promise<boolean>;
  readonly onRemove: (address: string) => void;
}

export function Recipients({ recipients, isBusy, onAdd, onRemove }: RecipientsProps) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const submit = async () => {
    const address = text.trim();
    if (!isEmailAddress(address)) return setError(MAIL_MESSAGES.invalid);
    setError(undefined);
    const isKnown = recipients.some((recipient) => recipient.toLowerCase() === address.toLowerCase());
    // Keeps what was typed meanwhile.
    if (isKnown || (await onAdd(address))) setText((now) => (now === text ? '' : now));
  };
  return (
    <div className="grid gap-2">
      <Form noValidate onSubmit={submit} className="flex items-start gap-2">
        <div className="max-w-sm flex-1">
          <TextField label="Recipient" inputMode="email" autoComplete="off" value={text} error={error} onText={setText} />
        </div>
        <Button type="submit" disabled={isBusy} className="mt-[1.85rem]">
          Add
        </Button>
      </Form>
      {recipients.length === 0 ? (
        <p className="text-muted">No recipients yet.</p>
      ) : (
        <ul aria-label="Recipients" className="flex flex-wrap gap-2">
          {recipients.map((address) => (
            <li key={address} className="flex min-h-8 max-w-full items-center gap-1 rounded-full bg-sunken pl-3">
              <span className="truncate">{address}</span>
              <button
                type="button"
                aria-label={`Remove ${address}`}
                disabled={isBusy}
                className="grid size-8 shrink-0 place-items-center rounded-full hover:text-bad"
                onClick={() => onRemove(address)}
              >
                <X size={15} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
