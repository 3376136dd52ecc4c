import * as contract from '@stowage/contract/documents/documents';
import { isPermitted, PERMISSIONS } from '@stowage/contract/permissions';
import type { FastifyInstance } from 'fastify';
import { AppError, notPermitted } from '../../platform/app-error.ts';
import type { DatabasePool } from '../../platform/database/connection/connect.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { withByteBodies } from '../../platform/http/request/byte-bodies.ts';
import { route } from '../../platform/http/route.ts';
import { titleQuery } from '../catalog/index.ts';
import { countDocuments, type DocumentFilter, findDocument, listDocuments } from './document.read-model.ts';
import type { DocumentService } from './document.service.ts';
import type { Person } from './document-access.ts';
import { documentCsv } from './document-csv.ts';

const read = { permission: 'documents.read' } as const;
const write = { permission: 'documents.write' } as const;
const remove = { permission: 'documents.delete' } as const;

/** The document cabinet. Every call returns only documents of areas that the caller can see. */
export function documentRoutes(app: FastifyInstance, { db, service }: { db: DatabasePool; service: DocumentService }): void {
  route(app, contract.documentPage, read, ({ query }, { caller }) => listDocuments(db, ...wantedBy(caller, query)));
  route(app, contract.documentCount, read, ({ query }, { caller }) => countDocuments(db, ...wantedBy(caller, query)));
  route(app, contract.exportDocuments, read, async ({ query }, { caller }) => documentCsv(db, ...wantedBy(caller, query)));
  route(app, contract.getDocument, read, async ({ params }, { caller }) => {
    const document = await findDocument(db, params.id, personOf(caller));
    if (document === undefined) throw new AppError('not_found', 'There is no such document');
    return document;
  });
  route(app, contract.documentContent, read, ({ params, query }, { caller }) => service.content(params.id, query.version, personOf(caller)));
  route(app, contract.documentPreview, read, ({ params }, { caller }) => service.beginning(params.id, personOf(caller)));
  route(app, contract.documentsZip, read, ({ query }, { caller }) => service.zip(query.ids, personOf(caller)));
  route(app, contract.relinkDocument, write, async ({ params, body: { seen, ...wanted } }, { caller }) => {
    await service.relink(params.id, wanted, seen, personOf(caller));
    return { success: true };
  });
  route(app, contract.deleteDocuments, remove, async ({ body }, { caller }) => ({ changed: await service.delete(body.ids, personOf(caller)) }));
  route(app, contract.restoreDocuments, remove, async ({ body }, { caller }) => ({ changed: await service.restore(body.ids, personOf(caller)) }));
  route(app, contract.purgeDocument, { permission: 'documents.purge' }, async ({ params }, { caller }) => {
    await service.purge(params.id, personOf(caller));
    return { success: true };
  });
  withByteBodies(app, (scope) => {
    route(scope, contract.uploadDocument, write, ({ query, body }, { caller }) => service.upload(query, body, personOf(caller)));
    route(scope, contract.replaceDocument, write, async ({ params, query, body }, { caller }) => ({
      version: await service.replace(params.id, { name: query.name, content: body, seen: query.version }, personOf(caller)),
    }));
  });
}

/** People see the documents of screens that they can open, and deleted ones only with the permission to delete. */
function personOf({ userId, roles }: Caller): Person {
  const areas = PERMISSIONS.filter((permission) => isPermitted(roles, permission));
  return { actorId: userId, areas, seesDeleted: areas.includes(remove.permission) };
}

/** The filter of a list and the areas that the caller may see. */
function wantedBy(caller: Caller, { search, ...filter }: Omit<DocumentFilter, 'words'> & { readonly search: string }): [DocumentFilter, readonly string[]] {
  const { areas, seesDeleted } = personOf(caller);
  if (filter.deleted && !seesDeleted) throw notPermitted();
  return [{ ...filter, words: titleQuery(search) }, areas];
}
