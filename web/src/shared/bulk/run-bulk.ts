import type { BulkAction, BulkKind, bulkCommand } from '@stowage/contract/bulk/bulk';
import type { Endpoint } from '@stowage/contract/endpoint';
import { messageOf } from '@stowage/contract/errors';
import type * as z from 'zod';
import { call } from '../../api/call.ts';
import { mayPass } from '../../api/problem.ts';
import { toast } from '../../ui/dialog/Toast.tsx';
import { newId } from '../new-id.ts';
import { showBulk } from './shown-bulk.ts';

type BulkEndpoint = ReturnType<typeof bulkCommand<BulkKind, z.ZodType, z.ZodType, z.ZodType>>;

interface BulkRequest<E extends BulkEndpoint> extends Pick<z.input<E['body']>, 'selection' | 'input'> {
  /** What the panel says, such as `Move 3 units to B-3`. */
  readonly title: string;
  /** The endpoints to read again when it has ended or was undone. */
  readonly stale?: readonly Endpoint[];
}

/** Starts an action for many records; the panel shows its progress and results. @returns undefined if it could not be started */
export async function runBulk<E extends BulkEndpoint>(endpoint: E, { title, stale = [], selection, input }: BulkRequest<E>): Promise<BulkAction | undefined> {
  const command = { body: { selection, input, client_id: newId() } };
  try {
    // The same id, so that an action whose answer was lost is not started twice.
    const action = await call<BulkEndpoint>(endpoint, command).catch((error: unknown) => {
      if (!mayPass(error)) throw error;
      return call<BulkEndpoint>(endpoint, command);
    });
    showBulk({ action, title, stale });
    return action;
  } catch (error) {
    toast('bad', `${title}: ${messageOf(error)}`);
    return undefined;
  }
}

/** The records that were refused: they stay selected, for another try. */
export function refusedOf({ refused_rows }: BulkAction): number[] {
  return refused_rows.map(({ record }) => Number(record));
}
