import { ordersTopic } from '@stowage/contract/orders/orders';
import type * as z from 'zod';
import type { Context } from '../../platform/context.ts';
import type { Topics } from '../../platform/realtime/topics.ts';

/** What every use case that changes an order needs. */
export type OrderDependencies = Pick<Context, 'db' | 'clock' | 'topics'>;

/** The person who works on an order. */
export interface Packer {
  readonly id: number;
  readonly name: string;
}

/** Notifies the pages that show an order. @param packer the person who changed it; null for a job */
export function publishOrder(topics: Topics, orderId: string, change: z.infer<typeof ordersTopic.payload>['change'], packer: Packer | null): void {
  topics.publish(ordersTopic, { orderId, change, actor: packer?.name ?? null });
}
