import { REASON_NAMES } from '@stowage/contract/adjustment-reasons';

interface Movement {
  readonly type: string;
  readonly reason_code: string | null;
  readonly note: string | null;
  readonly from_location: string | null;
  readonly to_location: string | null;
  readonly undoes_movement_id: number | null;
}

/** Why a unit moved, in words: the coded reason where there is one, else what happened, then the note. */
export function reasonText(movement: Movement): string {
  const { reason_code, note } = movement;
  const told = reason_code === null ? whatHappened(movement) : (REASON_NAMES[reason_code] ?? reason_code);
  return note === null ? told : `${told}: ${note}`;
}

function whatHappened({ type, from_location, to_location, undoes_movement_id }: Movement): string {
  if (undoes_movement_id !== null) return type === 'ADD' ? `Restored to ${to_location}` : `Undone, back to ${to_location ?? 'before'}`;
  switch (type) {
    case 'ADD':
      return `Added to ${to_location}`;
    case 'LOCATION_CHANGE':
      return `Moved from ${from_location} to ${to_location}`;
    case 'AUDIT_COUNT':
      return `Confirmed in ${to_location}`;
    default:
      return `Removed from ${from_location}`;
  }
}
