import * as z from 'zod';
import { topic } from '../topic.ts';

export const RETURN_MESSAGES = {
  notFound: (trackingNumber: string) => `Unable to find tracking number for "${trackingNumber}"`,
  sessionExpired: 'Session expired. Please log in again.',
  dispositionsFailed: 'Failed to fetch dispositions for returned products. Please try again.',
  conditionFailed: 'Failed to fetch product return data. Please try again.',
} as const;

/** A returned package or its dispositions changed. */
export const returnsTopic = topic({
  path: 'returns',
  payload: z.object({ change: z.enum(['ARRIVED', 'GRADED', 'VOIDED', 'EXTRAS']), removalShipment: z.number().nullable() }),
  permission: 'returns.read',
});
