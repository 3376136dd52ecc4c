import * as disk from 'node:fs/promises';
import path from 'node:path';
import { HOUR_MS } from '@stowage/contract/formats/durations';
import { type Account, postgresAccount } from '../../../platform/database/embedded/account.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../platform/database/embedded/embedded-postgres.ts';
import { BackupError } from '../backup-error.ts';
import type { Vault } from '../vault/vault.ts';
import { extractBase } from './extract-base.ts';
import type { RestorePlan } from './plan-restore.ts';
import { serveWal } from './serve-wal.ts';

/** A day's WAL of a busy installation is replayed in minutes. */
const RECOVERY_TIMEOUT_MS = 12 * HOUR_MS;
const LOG_END_BYTES = 256 * 1024;
const ENDED_EARLY = 'recovery ended before configured recovery target was reached';
const LAST_TRANSACTION = /last completed transaction was at log time ([^\n]+)/;

/**
 * Unpacks the base backup, replays WAL to the chosen second, and leaves a server on a history of its own that is running.
 * @throws BackupError when the WAL ends before that second
 */
export async function recover(vault: Vault, { manifest, at }: RestorePlan, folder: string): Promise<EmbeddedPostgres> {
  const account = postgresAccount();
  const data = path.join(folder, 'postgres', 'data');
  await disk.mkdir(path.dirname(data), { recursive: true, mode: 0o711 });
  await extractBase(vault, manifest, { folder: data, account });
  await signalRecovery(data, account);
  const wal = await serveWal(vault, { line: manifest.line, folder: path.join(folder, 'postgres', 'wal-in'), account });
  try {
    const server = await startEmbeddedPostgres({
      ...{ folder, purpose: 'serve', startTimeoutMs: RECOVERY_TIMEOUT_MS },
      settings: {
        restore_command: wal.restoreCommand,
        // Connections come only when the recovery is over.
        hot_standby: 'off',
        ...(at !== undefined && { recovery_target_time: at.toISOString().replace('T', ' ').replace('Z', '+00'), recovery_target_action: 'promote' }),
      },
    });
    return { connection: server.connection, stop: () => server.stop() };
  } catch (error) {
    const failure = await wal.stop();
    throw failure ?? explained(error, { at, log: await readEnd(path.join(folder, 'postgres', 'server.log')) });
  } finally {
    await wal.stop();
    await disk.rm(path.join(folder, 'postgres', 'wal-in'), { recursive: true, force: true });
  }
}

async function signalRecovery(data: string, account: Account | undefined): Promise<void> {
  const signal = path.join(data, 'recovery.signal');
  await disk.writeFile(signal, '', { mode: 0o600 });
  if (account !== undefined) await disk.chown(signal, account.uid, account.gid);
}

function explained(error: unknown, { at, log }: { at: Date | undefined; log: string }): unknown {
  if (!log.includes(ENDED_EARLY)) return error;
  const last = LAST_TRANSACTION.exec(log)?.[1];
  return new BackupError(
    `What was shipped ends before ${at?.toISOString()}${last === undefined ? '' : `; its last change is of ${last}`}. Choose an earlier time, or leave --at out to restore everything`,
  );
}

/** The last lines of PostgreSQL's log: refused connections stand between the reason and the end. */
async function readEnd(file: string): Promise<string> {
  const handle = await disk.open(file, 'r').catch(() => undefined);
  if (handle === undefined) return '';
  try {
    const { size } = await handle.stat();
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(LOG_END_BYTES), 0, LOG_END_BYTES, Math.max(0, size - LOG_END_BYTES));
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}
