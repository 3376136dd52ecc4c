import { type DocumentTypeName, mayChangeDocument, UPLOADED_TYPES } from '@stowage/contract/documents/document-types';
import type { FileStore } from '../../integrations/storage/file-store.ts';
import { AppError, notPermitted } from '../../platform/app-error.ts';
import { requireVersion } from '../../platform/commands/require-version.ts';
import type { Context } from '../../platform/context.ts';
import { isMissingFile } from '../../platform/http/files/missing-file.ts';
import type { ServedFile } from '../../platform/http/files/served-file.ts';
import { recordBuyerDataView } from '../orders/index.ts';
import type { Sight } from './document.read-model.ts';
import type { DocumentState } from './document.repository.ts';

/** Reads files that other areas store, by their location. */
export type ReadElsewhere = (store: DocumentState['store'], place: string) => Promise<ServedFile['content']>;

/** The acting person, limited to documents of these areas. */
export interface Person extends Sight {
  readonly actorId: number;
}

export interface OpeningDependencies extends Pick<Context, 'db' | 'clock'> {
  readonly files: FileStore;
  readonly readElsewhere: ReadElsewhere;
}

type Place = Pick<DocumentState, 'store' | 'place'>;

/** Opens files. One that is linked to an order may show its buyer, so opening it is recorded. */
export function createOpening({ db, clock, files, readElsewhere }: OpeningDependencies) {
  return async (state: DocumentState, { areas, actorId }: Person, { store, place }: Place = state): Promise<ServedFile['content']> => {
    const { id, link_kind: kind, link_id: orderId } = state;
    if (kind === 'ORDER' && orderId !== null) {
      if (!areas.includes('orders.pii')) throw notPermitted();
      await recordBuyerDataView({ db, clock }, { actorId, orderId, shown: 'DOCUMENT', reason: `Document ${id}` });
    }
    return (store === 'OWN' ? files.open(place) : readElsewhere(store, place)).catch(refuseMissing);
  };
}

/** @throws AppError `forbidden` for a person who may not change documents of this type */
export function requireChange(type: DocumentTypeName, { areas }: Person): void {
  if (!mayChangeDocument(type, (permission) => areas.includes(permission))) throw notPermitted();
}

/** @throws AppError `conflict` for a file that belongs to another record */
export function refuseElsewhere({ store }: DocumentState): void {
  if (store === 'OWN') return;
  throw new AppError('conflict', 'Change this document in the record that it belongs to', { reason: 'elsewhere' });
}

/** @param seen the version that the person saw */
export function requireReplaceable(state: DocumentState, person: Person, seen: number | undefined): void {
  refuseMade(state);
  requireChange(state.type, person);
  if (seen !== undefined) requireVersion({ expected: seen, current: state.version, of: 'the file of this document' });
}

/** For own files, a generated document keeps the type of its generator. */
function refuseMade(state: DocumentState): void {
  refuseElsewhere(state);
  if ((UPLOADED_TYPES as readonly string[]).includes(state.type)) return;
  throw new AppError('conflict', 'Generated documents can’t be replaced', { reason: 'made' });
}

function refuseMissing(error: unknown): never {
  if (!isMissingFile(error)) throw error;
  throw new AppError('not_found', 'The file of this document is gone');
}
