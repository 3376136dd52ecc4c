import { mayBringIn, SPREADSHEET_KIND_NAMES, type SpreadsheetKindName, spreadsheetKind } from '@stowage/contract/spreadsheets/kinds';
import * as contract from '@stowage/contract/spreadsheets/spreadsheets';
import type { FastifyInstance } from 'fastify';
import { notPermitted } from '../../platform/app-error.ts';
import type { Database } from '../../platform/database/connection/connect.ts';
import { numberedPages } from '../../platform/formats/numbered-pages.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { route } from '../../platform/http/route.ts';
import { problemFile } from './problem-file.ts';
import { findKind, findSpreadsheet, listRows, listSpreadsheets } from './spreadsheet.read-model.ts';
import type { SpreadsheetService } from './spreadsheet.service.ts';
import { templateOf } from './template.ts';
import { notFound } from './work/spreadsheet-runs.ts';

interface Dependencies {
  readonly db: Database;
  readonly service: SpreadsheetService;
}

const manage = { permission: 'spreadsheets.manage' } as const;

/** Each call also needs the permission of the file's kind. */
export function spreadsheetRoutes(app: FastifyInstance, { db, service }: Dependencies): void {
  const requireKind = (kind: SpreadsheetKindName, { roles }: Caller) => {
    if (!mayBringIn(roles, kind)) throw notPermitted();
  };
  /** @param isGrant the call may give people access */
  const requireFile = async (id: number, caller: Caller, isGrant = false) => {
    const stored = await findKind(db, id);
    const kind = SPREADSHEET_KIND_NAMES.find((name) => name === stored);
    if (kind === undefined) throw notFound();
    requireKind(kind, caller);
    if (isGrant && spreadsheetKind(kind).stepUp) await app.requireVerified(caller);
  };
  const read = async (id: number) => {
    const file = await findSpreadsheet(db, id);
    if (file === undefined) throw notFound();
    return file;
  };

  route(app, contract.listSpreadsheets, manage, async ({ query: { page } }, { caller }) => {
    const kinds = SPREADSHEET_KIND_NAMES.filter((name) => mayBringIn(caller.roles, name));
    const size = contract.SPREADSHEET_PAGE_SIZE;
    const { data, totalCount } = await listSpreadsheets(db, kinds, { offset: page * size, limit: size });
    return { data, ...numberedPages(totalCount, { size, page }) };
  });
  route(app, contract.downloadTemplate, manage, async ({ params: { kind, format } }) => templateOf(kind, format));
  route(app, contract.createSpreadsheet, manage, async ({ body }, { caller }) => {
    requireKind(body.kind, caller);
    return { id: await service.begin(body, caller.userId) };
  });
  route(app, contract.addSpreadsheetRows, manage, async ({ params: { id }, body }, { caller }) => {
    await requireFile(id, caller);
    return { received: await service.addRows(id, body.rows, caller.userId) };
  });
  route(app, contract.getSpreadsheet, manage, async ({ params: { id } }, { caller }) => {
    await requireFile(id, caller);
    return read(id);
  });
  route(app, contract.setSpreadsheetColumns, manage, async ({ params: { id }, body }, { caller }) => {
    await requireFile(id, caller);
    await service.setColumns(id, body.columns, caller.userId);
    return read(id);
  });
  route(app, contract.listSpreadsheetRows, manage, async ({ params: { id }, query: { state, after } }, { caller }) => {
    await requireFile(id, caller);
    const limit = contract.SPREADSHEET_ROWS_SHOWN;
    const rows = await listRows(db, id, { state, after, limit: limit + 1 });
    return { rows: rows.slice(0, limit), hasMore: rows.length > limit };
  });
  route(app, contract.exportWrongRows, manage, async ({ params: { id } }, { caller }) => {
    await requireFile(id, caller);
    return problemFile(db, id, (await read(id)).headers);
  });
  route(app, contract.applySpreadsheet, manage, async ({ params: { id }, body }, { caller }) => {
    await requireFile(id, caller, true);
    await service.apply(id, body.onlyGood, caller.userId);
    return read(id);
  });
  route(app, contract.undoSpreadsheet, manage, async ({ params: { id } }, { caller }) => {
    await requireFile(id, caller);
    await service.undo(id, caller.userId);
    return read(id);
  });
  route(app, contract.stopSpreadsheet, manage, async ({ params: { id } }, { caller }) => {
    await requireFile(id, caller);
    await service.stop(id, caller.userId);
    return read(id);
  });
}
