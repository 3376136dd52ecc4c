import { inventoryHistoryTopic } from '@stowage/contract/inventory/scan';
import type * as z from 'zod';
import type { Topics } from '../../../platform/realtime/topics.ts';

export type StockChange = z.input<typeof inventoryHistoryTopic.payload>['change'];

/** Announces a change of units that was committed. It names the first one, because one message makes the pages reload the stock. */
export function publishStock(topics: Topics, unitIds: readonly number[], change: StockChange): void {
  const [unitId] = unitIds;
  if (unitId !== undefined) topics.publish(inventoryHistoryTopic, { unitId, change });
}
