import { listMails, type Mail } from '@stowage/contract/mail/mail';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { MailStateBadge } from '../../shared/MailStateBadge.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { dateTime24 } from '../../ui/format/date-time.ts';
import { MoreButton } from '../../ui/MoreButton.tsx';
import { QueryResult } from '../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../ui/states/States.tsx';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';
import { StoredMails } from './StoredMails.tsx';

const REFRESH_MS = 10_000;

/** Lists mails and their state. Without a mail server, people read their mails here. */
export function MailboxPage() {
  const mails = useInfiniteQuery({
    queryKey: [listMails.path],
    queryFn: ({ pageParam }) => call(listMails, { query: pageParam === undefined ? {} : { before: pageParam } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: REFRESH_MS,
  });
  const [open, setOpen] = useState<Mail>();
  return (
    <div className="grid gap-4">
      {mails.data?.pages[0]?.isKept && <Banner tone="warn">There is no mail server. Mails are stored here. Set SMTP_URL to send them.</Banner>}
      <StoredMails stored={mails.data?.pages[0]?.kept} onResolved={() => void mails.refetch()} />
      <Card title="Mails" description="Stored for 90 days. The text of sent mails is not stored.">
        <QueryResult query={mails} failure="The mails could not be loaded" rows={6} empty={<EmptyState title="No mails yet" />}>
          {({ pages }) => <DataTable label="Mails" columns={columns(setOpen)} rows={pages.flatMap(({ data }) => data)} keyOf={({ id }) => id} />}
        </QueryResult>
        <MoreButton query={mails} label="Older" />
      </Card>
      {open !== undefined && (
        <Dialog open title={open.subject} description={`To ${open.recipient}`} onClose={() => setOpen(undefined)}>
          <MailText text={open.text ?? ''} />
        </Dialog>
      )}
    </div>
  );
}

function columns(open: (mail: Mail) => void): readonly Column<Mail>[] {
  return [
    { heading: 'Subject', isTitle: true, cell: ({ subject }) => subject },
    { heading: 'To', cell: ({ recipient }) => <span className="break-all">{recipient}</span> },
    {
      heading: 'State',
      cell: ({ state, attempts, lastError }) => (
        <span className="flex flex-wrap items-center gap-1.5" title={lastError ?? undefined}>
          <MailStateBadge state={state} />
          {lastError !== null && `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}: ${lastError}`}
        </span>
      ),
    },
    { heading: 'Written', cell: ({ createdAt }) => <time dateTime={createdAt}>{dateTime24(new Date(createdAt))}</time> },
    {
      heading: 'Read',
      isAction: true,
      cell: (mail) =>
        mail.text === null ? null : (
          <Button size="small" aria-label={`Read ${mail.subject}, to ${mail.recipient}`} onClick={() => open(mail)}>
            Read
          </Button>
        ),
    },
  ];
}

/** Renders addresses as links and everything else as text. */
function MailText({ text }: { text: string }) {
  return (
    <div className="grid gap-3 break-words">
      {text.split('\n\n').map((paragraph) => (
        <p key={paragraph} className="whitespace-pre-line">
          {paragraph.split(/(https?:\/\/\S+)/).map((part) =>
            /^https?:\/\//.test(part) ? (
              <a key={part} href={part} className="break-all text-accent underline">
                {part}
              </a>
            ) : (
              part
            ),
          )}
        </p>
      ))}
    </div>
  );
}
