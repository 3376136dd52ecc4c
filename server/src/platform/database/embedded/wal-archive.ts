import { chownSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { postgresAccount } from './account.ts';
import { clusterLayout } from './cluster.ts';

/** A segment is finished after this time, full or not: it bounds what is lost together with the machine. */
const ARCHIVE_TIMEOUT_S = 60;

/** The folder into which the embedded PostgreSQL copies finished segments of WAL. */
export function walSpool(root: string): string {
  return path.join(clusterLayout(root).folder, 'wal-spool');
}

/**
 * Makes the spool, and returns the settings that fill it. The module basic_archive writes a segment to the disk before it renames
 * it into place, and never replaces one by another content.
 */
export function archiveSettings(root: string): Readonly<Record<string, string | number>> {
  const spool = walSpool(root);
  // Its parent is that of the database, which PostgreSQL's account enters.
  mkdirSync(path.dirname(spool), { recursive: true, mode: 0o711 });
  mkdirSync(spool, { recursive: true, mode: 0o700 });
  const account = postgresAccount();
  if (account !== undefined) chownSync(spool, account.uid, account.gid);
  return {
    archive_mode: 'on',
    archive_library: 'basic_archive',
    'basic_archive.archive_directory': spool,
    archive_timeout: ARCHIVE_TIMEOUT_S,
  };
}
