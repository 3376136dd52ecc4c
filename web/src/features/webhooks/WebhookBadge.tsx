import type { Webhook } from '@stowage/contract/webhooks/webhooks';
import { Badge } from '../../ui/Badge.tsx';

export function WebhookBadge({ webhook: { state, pause_reason, failing_since } }: { webhook: Webhook }) {
  if (state === 'PAUSED') return <Badge tone={pause_reason === null ? 'neutral' : 'bad'}>Paused</Badge>;
  return failing_since === null ? <Badge tone="good">Active</Badge> : <Badge tone="warn">Fails</Badge>;
}
