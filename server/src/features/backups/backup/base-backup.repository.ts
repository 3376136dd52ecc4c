import { Readable } from 'node:stream';
import pg from 'pg';
import type { DatabaseConnection } from '../../../platform/database/connection/connect.ts';
import { NO_LIMIT } from '../../../platform/database/connection/sessions.ts';

export interface BaseBackup {
  /** The data directory as a tar archive, with the WAL that makes it consistent. */
  readonly content: AsyncIterable<Uint8Array>;
  /** Known once the content was read. */
  readonly range: () => { readonly walStart: string; readonly walEnd: string; readonly timeline: number };
}

/** With a slot, PostgreSQL keeps the WAL that the backup needs until the session ends. */
const SLOT = `CREATE_REPLICATION_SLOT stowage_backup_${process.pid} TEMPORARY PHYSICAL (RESERVE_WAL)`;
const BASE_BACKUP = `BASE_BACKUP (LABEL 'stowage', CHECKPOINT 'fast', WAL true, MANIFEST 'no')`;
const DATA = 'd'.charCodeAt(0);
const NEW_ARCHIVE = 'n'.charCodeAt(0);
const BUFFERED_BYTES = 1024 * 1024;

/**
 * Streams a base backup of the whole server over the replication protocol, as pg_basebackup does: PostgreSQL reads its own files,
 * leaves out what must not be restored, and ends the backup with the session, also when this process is killed.
 */
export async function openBaseBackup(connection: DatabaseConnection): Promise<BaseBackup> {
  // The types lack the option, which the driver sends on.
  const client = new pg.Client({ ...connection, ...NO_LIMIT, replication: 'true' } as pg.ClientConfig);
  client.on('error', () => {});
  await client.connect();
  const query = new BaseBackupQuery();
  const content = async function* () {
    try {
      await client.query(SLOT);
      client.query(query);
      yield* query.content as AsyncIterable<Uint8Array>;
    } finally {
      await client.end();
    }
  };
  return { content: content(), range: () => query.range() };
}

/** The part of the driver's connection that a query uses. */
interface Wire {
  query(text: string): void;
  readonly stream: { pause(): void; resume(): void };
}

/** Passes the archive on no faster than it is read. */
class BaseBackupQuery implements pg.Submittable {
  private wire: Wire | undefined;
  private archives = 0;
  private readonly rows: string[][] = [];
  readonly content = new Readable({ highWaterMark: BUFFERED_BYTES, read: () => this.wire?.stream.resume() });

  submit(connection: pg.Connection): void {
    this.wire = connection as unknown as Wire;
    this.wire.query(BASE_BACKUP);
  }

  range() {
    const [start, end] = [this.rows.at(0), this.rows.at(-1)];
    return { walStart: start?.[0] ?? '', walEnd: end?.[0] ?? '', timeline: Number(start?.[1]) };
  }

  handleRowDescription(): void {}

  handleDataRow({ fields }: { fields: (string | Buffer | null)[] }): void {
    this.rows.push(fields.map(String));
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (chunk[0] === NEW_ARCHIVE && ++this.archives > 1) this.content.destroy(new Error('A database with more than one tablespace can not be backed up'));
    if (chunk[0] !== DATA) return;
    // A copy, because the driver reuses its buffer.
    if (!this.content.push(Buffer.from(chunk.subarray(1)))) this.wire?.stream.pause();
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.content.push(null);
  }

  handleError(error: Error): void {
    this.content.destroy(error);
  }
}
