import { HOUR_MS } from '@stowage/contract/formats/durations';
import type { AppContext } from '../app-context.ts';
import { MARKETPLACE_SECRETS } from '../features/connection/index.ts';
import { ID_TOKENS, TOTP_SECRETS } from '../features/identity/index.ts';
import { QUEUE_SECRETS } from '../features/marketplace-events/index.ts';
import { RECIPIENTS } from '../features/orders/index.ts';
import { WEBHOOK_SECRETS } from '../features/webhooks/index.ts';
import { FILE_FOLDERS } from '../file-folders.ts';
import { type SealedFileStore, UnreadableFileError } from '../integrations/storage/sealed-file-store.ts';
import { refuseGivenKeys, refuseUnknownKey } from '../platform/database/key-agreement.ts';
import { withSessionLock } from '../platform/database/session-lock.ts';
import { DERIVED_KEYS, type Resealed, resealColumn } from '../platform/keys/reseal.ts';
import type { SealedColumn } from '../platform/keys/sealed-column.ts';
import { storedNames } from './seal-files.task.ts';

/** Held while keys are rotated. */
const KEY_ROTATION_LOCK = 871_024;

/** All sealed texts but those of sign-ins that are under way: they live for minutes. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  ...[DERIVED_KEYS, MARKETPLACE_SECRETS, QUEUE_SECRETS, WEBHOOK_SECRETS, TOTP_SECRETS, ID_TOKENS, RECIPIENTS],
];

/** A call or a job that began before the rotation may still write under the former key for so long. */
export const RETIRE_AFTER_MS = HOUR_MS;

export type RotationContext = Pick<AppContext, 'db' | 'clock' | 'connection' | 'secrets' | 'openFiles' | 'watch'>;

export interface RotationPass extends Resealed {
  /** Whether it looked at everything. */
  readonly isWhole: boolean;
  /** Whether the former key was removed from the data directory. */
  readonly isRetired: boolean;
}

/**
 * Seals everything with the current key that is not, and retires the former one when nothing can use it any more. Continues where
 * it was stopped: what names the current key is left alone.
 * @returns undefined while another process does it
 * @throws Error when a running process could not read the result
 */
export async function continueRotation(context: RotationContext, signal?: AbortSignal): Promise<RotationPass | undefined> {
  const { connection, clock, secrets } = context;
  const held = await withSessionLock(connection, KEY_ROTATION_LOCK, async () => {
    // Nothing may be sealed with a key that is retired below.
    secrets.encryptionKey.refresh();
    await refuseUnknownKey(context);
    const begunAt = secrets.rotation?.begunAt();
    const isLast = begunAt !== undefined && clock.now().getTime() >= begunAt + RETIRE_AFTER_MS;
    const resealed = await resealAll(context, signal);
    const isWhole = !signal?.aborted;
    if (isLast && isWhole) secrets.rotation?.retire();
    return { ...resealed, isWhole, isRetired: isLast && isWhole };
  });
  return held?.result;
}

/**
 * Makes new keys current, unless a rotation is under way. @returns whether one began; undefined while another process rotates
 * @throws Error when a running process would not notice them
 */
export async function beginRotation({ connection, clock, secrets, watch }: RotationContext): Promise<boolean | undefined> {
  if (secrets.rotation?.rotatesEncryption) await refuseGivenKeys({ watch });
  const held = await withSessionLock(connection, KEY_ROTATION_LOCK, async () => secrets.rotation?.begin(clock.now().getTime()) ?? false);
  return held?.result;
}

/** Makes a new token key current where the encryption key is in the environment. @returns whether it did; undefined while another process rotates */
export async function exchangeTokenKey({ connection, clock, secrets }: RotationContext): Promise<boolean | undefined> {
  const held = await withSessionLock(connection, KEY_ROTATION_LOCK, async () => secrets.rotation?.exchangeToken(clock.now().getTime()) ?? false);
  return held?.result;
}

async function resealAll({ db, secrets, openFiles }: RotationContext, signal: AbortSignal | undefined): Promise<Resealed> {
  let [done, unreadable] = [0, 0];
  const add = (more: Resealed) => {
    done += more.done;
    unreadable += more.unreadable;
  };
  for (const column of SEALED_COLUMNS) add(await resealColumn({ db, encryptionKey: secrets.encryptionKey }, column, signal));
  for (const folder of FILE_FOLDERS) add(await resealFiles(openFiles(folder), signal));
  return { done, unreadable };
}

async function resealFiles(store: SealedFileStore, signal: AbortSignal | undefined): Promise<Resealed> {
  let [done, unreadable] = [0, 0];
  for await (const name of storedNames(store)) {
    if (signal?.aborted) break;
    if (!(await store.needsReseal(name))) continue;
    const isDone = await store.reseal(name).then(
      () => true,
      (error: unknown) => {
        // Any other failure ends the pass: the former key must stay.
        if (error instanceof UnreadableFileError) return false;
        throw error;
      },
    );
    if (isDone) done += 1;
    else unreadable += 1;
  }
  return { done, unreadable };
}
