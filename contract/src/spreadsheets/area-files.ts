import * as z from 'zod';
import { endpoint, success } from '../endpoint.ts';
import { recordParams } from '../formats/ids.ts';
import type { Permission } from '../permissions.ts';
import { SPREADSHEET_MAX_COLUMNS } from './spreadsheets.ts';

/** A kind of file that an area reads by calls of its own. Columns are remembered for all of them. */
interface AreaFileInfo {
  readonly title: string;
  readonly permission: Permission;
}

export const AREA_FILES = {
  'purchase-orders': { title: 'Purchase orders', permission: 'purchasing.manage' },
  'packing-lists': { title: 'Packing lists', permission: 'purchasing.manage' },
  invoices: { title: 'Vendor invoices', permission: 'invoices.write' },
  'price-lists': { title: 'Price lists', permission: 'prices.write' },
  'tracking-numbers': { title: 'Tracking numbers', permission: 'orders.ship' },
} as const satisfies Record<string, AreaFileInfo>;

export type AreaFileKindName = keyof typeof AREA_FILES;
export const AREA_FILE_KIND_NAMES = Object.keys(AREA_FILES) as [AreaFileKindName, ...AreaFileKindName[]];

/** The newest files that a list shows. */
export const AREA_FILES_SHOWN = 10;

const kind = z.enum(AREA_FILE_KIND_NAMES);
const headers = z.array(z.string().max(500)).min(1).max(SPREADSHEET_MAX_COLUMNS);
/** The position of each column in the file, from 0. A column that the file does not have is absent. */
const columns = z.record(
  z.string().max(50),
  z
    .int()
    .min(0)
    .max(SPREADSHEET_MAX_COLUMNS - 1),
);

const areaFile = z.object({
  id: z.number(),
  fileName: z.string(),
  state: z.enum(['APPLIED', 'UNDONE']),
  newCount: z.number(),
  changedCount: z.number(),
  appliedBy: z.string(),
  appliedAt: z.string(),
  undoneAt: z.string().nullable(),
});
export type AreaFile = z.infer<typeof areaFile>;

export const findFileColumns = endpoint('POST /api/files/columns/find', {
  summary: 'The columns that a person chose last for a file with the same headers; null if nobody did',
  body: z.object({ kind, headers }),
  response: z.object({ columns: columns.nullable() }),
});

export const saveFileColumns = endpoint('PUT /api/files/columns', {
  summary: 'Remember the chosen columns for files with the same headers',
  body: z.object({ kind, headers, columns }),
  response: success,
});

export const listAreaFiles = endpoint('GET /api/files/:kind', {
  summary: 'The newest applied files of a kind, newest first',
  params: z.object({ kind }),
  response: z.array(areaFile),
});

export const undoAreaFile = endpoint('POST /api/files/:id/undo', {
  summary: 'Undo an applied file in one transaction; refused, naming the record, when later work depends on it. A repeated call changes nothing',
  params: recordParams,
  timeoutMs: 5 * 60_000,
  response: areaFile,
  reasons: ['later_change'],
});
