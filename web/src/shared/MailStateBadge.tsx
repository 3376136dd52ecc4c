import type { MAIL_STATES } from '@stowage/contract/mail/mail';
import { Badge } from '../ui/Badge.tsx';

const STATES = {
  QUEUED: { label: 'Waiting', tone: 'accent' },
  SENDING: { label: 'Sending', tone: 'accent' },
  SENT: { label: 'Sent', tone: 'good' },
  FAILED: { label: 'Failed', tone: 'bad' },
  KEPT: { label: 'Stored here', tone: 'neutral' },
} as const;

/** The delivery state of a mail. */
export function MailStateBadge({ state }: { state: (typeof MAIL_STATES)[number] }) {
  return <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>;
}
