import { expect, it } from 'vitest';
import { reasonText } from './movement-reason.rules.ts';

const movement = {
  type: 'ADD',
  reason_code: null,
  note: null,
  count_id: null,
  from_location: null,
  to_location: 'A-1',
  undoes_movement_id: null,
  from_condition: null,
  to_condition: null,
  order_id: null,
  after_status: 'AVAILABLE',
};
const relisted = { type: 'CONDITION_CHANGE', from_location: 'A-1', from_condition: 11, to_condition: 3 };

it.each([
  [{}, 'Added to A-1'],
  [{ type: 'LOCATION_CHANGE', from_location: 'A-1', to_location: 'B-3' }, 'Moved from A-1 to B-3'],
  [{ type: 'AUDIT_COUNT', from_location: 'A-1' }, 'Confirmed in A-1'],
  [{ type: 'REMOVE', from_location: 'A-1', to_location: null }, 'Removed from A-1'],
  [{ type: 'REMOVE', from_location: 'A-1', to_location: null, reason_code: 'DAMAGED' }, 'Damaged'],
  [{ type: 'REMOVE', from_location: 'A-1', to_location: null, reason_code: 'OTHER', note: 'given away' }, 'Other: given away'],
  [{ reason_code: 'OF_ANOTHER_TIME' }, 'OF_ANOTHER_TIME'],
  [{ type: 'REMOVE', from_location: 'A-1', to_location: null, reason_code: 'LOST', count_id: 12 }, 'Lost: Count 12'],
  [{ undoes_movement_id: 7 }, 'Restored to A-1'],
  [{ type: 'REMOVE', from_location: 'A-1', to_location: null, undoes_movement_id: 7 }, 'Undone, no longer in A-1'],
  [{ type: 'LOCATION_CHANGE', from_location: 'B-3', undoes_movement_id: 7 }, 'Undone, back to A-1'],
  [relisted, 'Condition changed from New to Good'],
  [{ ...relisted, reason_code: 'DAMAGED', note: 'torn' }, 'Condition changed from New to Good (Damaged): torn'],
  [{ ...relisted, undoes_movement_id: 7 }, 'Undone, back to Good'],
  [{ type: 'STATUS_CHANGE', from_location: 'A-1', order_id: '112-1', after_status: 'SALE_PENDING' }, 'Reserved for order 112-1'],
  [{ type: 'STATUS_CHANGE', from_location: 'A-1', order_id: '112-1' }, 'No longer reserved'],
  [{ type: 'REMOVE', from_location: 'A-1', to_location: null, order_id: '112-1', after_status: 'SHIPPED' }, 'Shipped for order 112-1'],
])('shows %j as %j', (part, text) => {
  expect(reasonText({ ...movement, ...part })).toBe(text);
});
