import type { Database } from '../../../platform/database/connection/connect.ts';
import * as sources from './source-document.repository.ts';

/** The store that holds the file's bytes. */
type SourceStore = sources.SourceDocument['store'];

interface FiledSource extends Omit<sources.SourceDocument, 'sourceKey'> {
  /** Identifies the file within its store, which files it once. */
  readonly key: string;
}

const NAME_LENGTH = 255;

/** Files a document that another area stores, in that area's transaction. Another file under the same key becomes the next version. */
export function fileSource(tx: Database, { key, name, ...file }: FiledSource): Promise<void> {
  return sources.upsertSource(tx, { ...file, name: name.slice(0, NAME_LENGTH), sourceKey: keyOf(file.store, key) });
}

/** Deletes the documents of deleted files. */
export function removeSources(tx: Database, store: SourceStore, keys: readonly (string | number)[]): Promise<void> {
  return sources.deleteSources(
    tx,
    keys.map((key) => keyOf(store, key)),
  );
}

/** Marks the document of a file that its area has deleted but can restore. */
export function markSourceDeleted(tx: Database, store: SourceStore, key: string | number, deletedAt: Date): Promise<void> {
  return sources.markDeleted(tx, keyOf(store, key), deletedAt);
}

/** Updates the documents of a record whose name or vendor changed. */
export function relabelSources(tx: Database, record: Parameters<typeof sources.relabel>[1], now: { label: string; vendor: string }): Promise<void> {
  return sources.relabel(tx, record, now);
}

function keyOf(store: SourceStore, key: string | number): string {
  return `${store} ${key}`;
}
