import { isEmailAddress, MAIL_MESSAGES, SAVE_FAILED_MESSAGE_MS, sendTestEmail } from '@stowage/contract/mail/mail';
import { useState } from 'react';
import { failureMessage } from '../../api/problem.ts';
import { useCommand } from '../../api/query.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/form/Field.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useTimedMessage } from './use-timed-message.ts';

export function TestMail() {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const [message, showMessage] = useTimedMessage();
  const send = useCommand(sendTestEmail);
  const submit = () => {
    const email = text.trim();
    if (email === '') return setError(MAIL_MESSAGES.testEmpty);
    if (!isEmailAddress(email)) return setError(MAIL_MESSAGES.invalid);
    setError(undefined);
    send.mutate(
      { body: { email } },
      {
        onSuccess: (answer) => showMessage('good', answer.message, SAVE_FAILED_MESSAGE_MS),
        onError: (failure) => showMessage('bad', [MAIL_MESSAGES.testFailed, failureMessage(failure)].filter(Boolean).join(' '), SAVE_FAILED_MESSAGE_MS),
      },
    );
  };
  return (
    <Form noValidate onSubmit={submit} className="grid gap-2 border-t border-line pt-4">
      <div className="flex items-start gap-2">
        <div className="max-w-sm flex-1">
          <TextField label="Test email" inputMode="email" autoComplete="off" value={text} error={error} onText={setText} />
        </div>
        <Button type="submit" disabled={send.isPending} className="mt-[1.85rem]">
          {send.isPending ? 'Sending...' : 'Send test'}
        </Button>
      </div>
      <p role="status" className={message?.tone === 'bad' ? 'font-medium text-bad' : 'font-medium text-good'}>
        {message?.text}
      </p>
    </Form>
  );
}
