import { ordersTopic } from '@stowage/contract/orders/orders';
import type * as z from 'zod';
import type { Clock } from '../../platform/clock.ts';
import type { DatabasePool } from '../../platform/database/connect.ts';
import type { Topics } from '../../platform/realtime/topics.ts';

/** What every use case that changes an order needs. */
export interface OrderDependencies {
  readonly db: DatabasePool;
  readonly clock: Clock;
  readonly topics: Topics;
}

/** The person who works on an order. */
export interface Packer {
  readonly id: number;
  readonly name: string;
}

/** Notifies the pages that show an order. @param packer the person who changed it; null for a job */
export function publishOrder(topics: Topics, orderId: string, change: z.infer<typeof ordersTopic.payload>['change'], packer: Packer | null): void {
  topics.publish(ordersTopic, { orderId, change, actor: packer?.name ?? null });
}
