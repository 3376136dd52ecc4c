import type { MAIL_STATES } from '@stowage/contract/mail/mail';
import { StateBadge, type StateLooks } from '../ui/Badge.tsx';

type MailState = (typeof MAIL_STATES)[number];

const STATES: StateLooks<MailState> = {
  QUEUED: { label: 'Waiting', tone: 'accent' },
  SENDING: { label: 'Sending', tone: 'accent' },
  SENT: { label: 'Sent', tone: 'good' },
  FAILED: { label: 'Failed', tone: 'bad' },
  KEPT: { label: 'Stored here', tone: 'neutral' },
};

/** The delivery state of a mail. */
export function MailStateBadge({ state }: { state: MailState }) {
  return <StateBadge {...STATES[state]} />;
}
