import type { OutputOf } from '@stowage/contract/endpoint';
import { resolveStoredMails, type listMails } from '@stowage/contract/mail/mail';
import { useState } from 'react';
import { useCommand } from '../../api/query.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { toast } from '../../ui/dialog/Toast.tsx';
import { dateTime24 } from '../../ui/format/date-time.ts';

interface KeptMailsProps {
  readonly kept: OutputOf<typeof listMails>['kept'] | undefined;
  readonly onDecided: () => void;
}

/** What was kept before there was a mail server: sent only when somebody says so, and never a link that may be over. */
export function KeptMails({ kept, onDecided }: KeptMailsProps) {
  const [until, setUntil] = useState<string>();
  const decide = useCommand(resolveStoredMails);
  if (kept === undefined || kept.count === 0) return null;
  const { count, over, oldestAt } = kept;
  const able = count - over;
  const run = (send: boolean, moment: string) =>
    decide.mutate(
      { body: { send, until: moment } },
      {
        onSuccess: ({ sent, left }) => {
          setUntil(undefined);
          toast('good', send ? `${counted(sent)} on the way${left > 0 ? `, ${left.toLocaleString()} left here` : ''}` : `${counted(left)} left here`);
          onDecided();
        },
        onError: (error) => {
          setUntil(undefined);
          toast('bad', `Nothing was sent or left: ${error.message}`);
        },
      },
    );
  return (
    <Banner tone="warn">
      <p>
        {counted(count)} kept before there was a mail server, the oldest of {oldestAt === null ? 'long ago' : dateTime24(new Date(oldestAt))},{' '}
        {count === 1 ? 'was' : 'were'} never sent.
      </p>
      {over > 0 && (
        <p className="font-normal">
          {over === 1 ? 'One is a link' : `${over.toLocaleString()} are links`} for a password or an invitation: not sent late. Mail a new one under People.
        </p>
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        {able > 0 && (
          <Button className="max-sm:min-h-11" disabled={decide.isPending} onClick={() => setUntil(new Date().toISOString())}>
            Send now
          </Button>
        )}
        <Button className="max-sm:min-h-11" disabled={decide.isPending} onClick={() => run(false, new Date().toISOString())}>
          Leave unsent
        </Button>
      </div>
      <ConfirmDialog
        open={until !== undefined}
        title="Send kept mails"
        question={`${counted(able)} will leave now, however old. People may have acted on what they say long ago.`}
        confirmLabel="Send now"
        isBusy={decide.isPending}
        onConfirm={() => until !== undefined && run(true, until)}
        onClose={() => setUntil(undefined)}
      />
    </Banner>
  );
}

function counted(count: number): string {
  return `${count.toLocaleString()} ${count === 1 ? 'mail' : 'mails'}`;
}
