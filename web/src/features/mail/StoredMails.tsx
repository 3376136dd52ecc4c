import type { OutputOf } from '@stowage/contract/endpoint';
import { counted } from '@stowage/contract/formats/text/counted';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { type listMails, resolveStoredMails } from '@stowage/contract/mail/mail';
import { useState } from 'react';
import { useCommand } from '../../api/query.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { toast } from '../../ui/dialog/Toast.tsx';
import { dateTime24 } from '../../ui/format/date-time.ts';

interface StoredMailsProps {
  readonly stored: OutputOf<typeof listMails>['kept'] | undefined;
  readonly onResolved: () => void;
}

/** Mails stored before there was a mail server. An administrator sends or discards them; links that may have expired are never sent. */
export function StoredMails({ stored, onResolved }: StoredMailsProps) {
  const [until, setUntil] = useState<string>();
  const resolve = useCommand(resolveStoredMails);
  if (stored === undefined || stored.count === 0) return null;
  const { count, over: links, oldestAt } = stored;
  const sendable = count - links;
  const run = (send: boolean, moment: string) =>
    resolve.mutate(
      { body: { send, until: moment } },
      {
        onSuccess: ({ sent, left }) => {
          setUntil(undefined);
          toast('good', send ? `${counted(sent, 'mail')} queued${left > 0 ? `, ${numberText(left)} discarded` : ''}` : `${counted(left, 'mail')} discarded`);
          onResolved();
        },
        onError: (error) => {
          setUntil(undefined);
          toast('bad', `No mails were sent or discarded: ${error.message}`);
        },
      },
    );
  return (
    <Banner tone="warn">
      <p>
        {counted(count, 'mail')} stored before there was a mail server {count === 1 ? 'was' : 'were'} never sent.
        {oldestAt !== null && ` The oldest is from ${dateTime24(new Date(oldestAt))}.`}
      </p>
      {links > 0 && (
        <p className="font-normal">
          {links === 1 ? 'One is a password or invitation link' : `${numberText(links)} are password or invitation links`}, which Stowage does not send late.
          Send a new link under People.
        </p>
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        {sendable > 0 && (
          <Button className="max-sm:min-h-11" disabled={resolve.isPending} onClick={() => setUntil(new Date().toISOString())}>
            Send now
          </Button>
        )}
        <Button className="max-sm:min-h-11" disabled={resolve.isPending} onClick={() => run(false, new Date().toISOString())}>
          Discard
        </Button>
      </div>
      <ConfirmDialog
        open={until !== undefined}
        title="Send stored mails"
        question={`${counted(sendable, 'mail')} will be sent now. Some may be outdated. Continue?`}
        confirmLabel="Send now"
        isBusy={resolve.isPending}
        onConfirm={() => until !== undefined && run(true, until)}
        onClose={() => setUntil(undefined)}
      />
    </Banner>
  );
}
