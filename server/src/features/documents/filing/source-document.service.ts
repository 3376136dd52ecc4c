import type { Database } from '../../../platform/database/connect.ts';
import * as sources from './source-document.repository.ts';

/** Whose file it is: its bytes stay there. */
type SourceStore = sources.SourceDocument['store'];

interface FiledSource extends Omit<sources.SourceDocument, 'sourceKey'> {
  /** Identifies the file within its store: it is filed once. */
  readonly key: string;
}

const NAME_LENGTH = 255;

/** Files what another area stores, in that area's transaction. Another file under the same key becomes the document's next version. */
export function fileSource(tx: Database, { key, name, ...file }: FiledSource): Promise<void> {
  return sources.upsertSource(tx, { ...file, name: name.slice(0, NAME_LENGTH), sourceKey: keyOf(file.store, key) });
}

/** Their files are gone, and with them their documents. */
export function removeSources(tx: Database, store: SourceStore, keys: readonly (string | number)[]): Promise<void> {
  return sources.deleteSources(
    tx,
    keys.map((key) => keyOf(store, key)),
  );
}

/** The file is in the trash of its area. */
export function markSourceDeleted(tx: Database, store: SourceStore, key: string | number, deletedAt: Date): Promise<void> {
  return sources.markDeleted(tx, keyOf(store, key), deletedAt);
}

/** What the files of a record are linked to has another name or vendor. */
export function relabelSources(tx: Database, record: Parameters<typeof sources.relabel>[1], now: { label: string; vendor: string }): Promise<void> {
  return sources.relabel(tx, record, now);
}

function keyOf(store: SourceStore, key: string | number): string {
  return `${store} ${key}`;
}
