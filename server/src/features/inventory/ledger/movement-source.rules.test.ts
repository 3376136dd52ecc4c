import { expect, it } from 'vitest';
import { sourceOf } from './movement-source.rules.ts';

const movement = { type: 'ADD', count_id: null, receipt_id: null, order_id: null, undoes_movement_id: null, is_scan: true, unit_source: 'SCAN' };

it.each([
  [{}, 'SCAN'],
  [{ unit_source: 'COUNT' }, 'AUDIT'],
  [{ unit_source: 'COUNT', is_scan: false, count_id: 12 }, 'COUNT'],
  [{ unit_source: 'RETURN', is_scan: false }, 'RETURN'],
  [{ unit_source: 'PO', is_scan: false }, 'RECEIPT'],
  [{ type: 'LOCATION_CHANGE', unit_source: 'PO', is_scan: false, receipt_id: 3 }, 'RECEIPT'],
  [{ is_scan: false, undoes_movement_id: 7 }, 'BY_HAND'],
  [{ type: 'LOCATION_CHANGE' }, 'AUDIT'],
  [{ type: 'LOCATION_CHANGE', is_scan: false }, 'BY_HAND'],
  [{ type: 'AUDIT_COUNT', is_scan: false }, 'AUDIT'],
  [{ type: 'AUDIT_COUNT', is_scan: false, count_id: 12 }, 'COUNT'],
  [{ type: 'REMOVE', is_scan: false, count_id: 12 }, 'COUNT'],
  [{ type: 'REMOVE', is_scan: false }, 'BY_HAND'],
  [{ type: 'CONDITION_CHANGE', is_scan: false }, 'BY_HAND'],
  [{ type: 'REMOVE', is_scan: false, order_id: '112-1' }, 'ORDER'],
])('%j was made by %s', (part, source) => {
  expect(sourceOf({ ...movement, ...part })).toBe(source);
});
