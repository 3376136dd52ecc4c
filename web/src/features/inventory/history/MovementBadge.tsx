import { Badge } from '../../../ui/Badge.tsx';

const TONES = { ADD: 'good', LOCATION_CHANGE: 'accent', AUDIT_COUNT: 'warn', REMOVE: 'bad' } as const;

/** A movement's type: ADD green, LOCATION_CHANGE blue, AUDIT_COUNT yellow, REMOVE red, others gray. */
export function MovementBadge({ type }: { type: string }) {
  return <Badge tone={type in TONES ? TONES[type as keyof typeof TONES] : 'neutral'}>{type}</Badge>;
}
