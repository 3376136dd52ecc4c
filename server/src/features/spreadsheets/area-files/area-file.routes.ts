import * as contract from '@stowage/contract/spreadsheets/area-files';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { type Caller, requirePermitted } from '../../../platform/http/caller.ts';
import { route } from '../../../platform/http/route.ts';
import { listAreaFiles } from './area-file.read-model.ts';
import { findColumns, saveColumns } from './area-file.repository.ts';
import type { createUndoFile } from './undo-file.service.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock'> {
  readonly undoFile: ReturnType<typeof createUndoFile>;
}

/** Each call also needs the permission of the file's kind. */
const own = { permission: 'account.own' } as const;

export function areaFileRoutes(app: FastifyInstance, { db, clock, undoFile }: Dependencies): void {
  const requireKind = (kind: contract.AreaFileKindName, { roles }: Caller) => {
    requirePermitted(roles, contract.AREA_FILES[kind].permission);
  };
  route(app, contract.findFileColumns, own, async ({ body: { kind, headers } }, { caller }) => {
    requireKind(kind, caller);
    return { columns: (await findColumns(db, kind, headers)) ?? null };
  });
  route(app, contract.saveFileColumns, own, async ({ body }, { caller }) => {
    requireKind(body.kind, caller);
    await saveColumns(db, body, { userId: caller.userId, now: clock.now() });
    return { success: true };
  });
  route(app, contract.listAreaFiles, own, async ({ params: { kind } }, { caller }) => {
    requireKind(kind, caller);
    return listAreaFiles(db, kind);
  });
  route(app, contract.undoAreaFile, own, ({ params: { id } }, { caller }) => undoFile(id, caller));
}
