import { conditionName } from '@stowage/contract/catalog/conditions';
import { REASON_NAMES, SHIPPED_OUTSIDE } from '@stowage/contract/inventory/adjustment-reasons';

/** The columns that determine the reason's text. */
export interface MovementFacts {
  readonly type: string;
  readonly reason_code: string | null;
  readonly note: string | null;
  /** The count that was posted. */
  readonly count_id: number | null;
  readonly from_location: string | null;
  readonly to_location: string | null;
  readonly undoes_movement_id: number | null;
  /** CONDITION_CHANGE: the conditions before and after. */
  readonly from_condition: number | null;
  readonly to_condition: number | null;
  readonly order_id: string | null;
  readonly after_status: string;
}

/** The text of a movement's reason: the coded reason if there is one, else what happened, then the note or the count. */
export function reasonText(movement: MovementFacts): string {
  const { reason_code, count_id } = movement;
  const note = movement.note ?? (count_id === null ? null : `Count ${count_id}`);
  const coded = reason_code === null || reason_code === SHIPPED_OUTSIDE ? undefined : (REASON_NAMES[reason_code] ?? reason_code);
  const text = movement.type === 'CONDITION_CHANGE' && coded !== undefined ? `${whatHappened(movement)} (${coded})` : (coded ?? whatHappened(movement));
  return note === null ? text : `${text}: ${note}`;
}

function whatHappened(movement: MovementFacts): string {
  const { type, from_location, to_location, undoes_movement_id, from_condition, to_condition, order_id, after_status } = movement;
  if (after_status === 'SHIPPED') return `${movement.reason_code === SHIPPED_OUTSIDE ? REASON_NAMES[SHIPPED_OUTSIDE] : 'Shipped'} for order ${order_id}`;
  if (type === 'STATUS_CHANGE') return after_status === 'SALE_PENDING' ? `Reserved for order ${order_id}` : 'No longer reserved';
  if (undoes_movement_id !== null && type === 'CONDITION_CHANGE') return `Undone, back to ${conditionName(to_condition)}`;
  if (undoes_movement_id !== null && type === 'REMOVE') return `Undone, no longer in ${from_location}`;
  if (undoes_movement_id !== null) return type === 'ADD' ? `Restored to ${to_location}` : `Undone, back to ${to_location}`;
  switch (type) {
    case 'ADD':
      return `Added to ${to_location}`;
    case 'LOCATION_CHANGE':
      return `Moved from ${from_location} to ${to_location}`;
    case 'CONDITION_CHANGE':
      return `Condition changed from ${conditionName(from_condition)} to ${conditionName(to_condition)}`;
    case 'AUDIT_COUNT':
      return `Confirmed in ${to_location}`;
    default:
      return `Removed from ${from_location}`;
  }
}
