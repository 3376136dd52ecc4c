import { createFiling, DOCUMENT_FOLDER } from '../../features/documents/internals.ts';
import { vendorSpreadsheet } from '../../features/purchasing/internals.ts';
import { createSpreadsheetService, createSpreadsheetWork } from '../../features/spreadsheets/internals.ts';
import { listDoneSteps, listFileNames } from './story.repository.ts';
import type { Story, StoryStep } from './story-step.ts';

const HEADERS = ['Vendor', 'E-mail for orders', 'Payment terms', 'Lead time', 'Minimum order'];
/** The second file of a person who corrected the first one. */
const FILES = [
  {
    fileName: 'vendors.csv',
    rows: [
      ['Norden Home Supply', 'orders@norden.example', 'Net 30', '9', '250.00'],
      ['Atlas Trading', 'sales@atlas-trading.example', 'Net 30', 'two weeks', ''],
      ['Sunrise Wholesale', 'orders at sunrise', '', '10', '300.00'],
    ],
    isApplied: false,
  },
  {
    fileName: 'vendors-corrected.csv',
    rows: [
      ['Norden Home Supply', 'orders@norden.example', 'Net 30', '9', '250.00'],
      ['Atlas Trading', 'sales@atlas-trading.example', 'Net 30', '14', ''],
      ['Sunrise Wholesale', 'orders@sunrise.example', '', '10', '300.00'],
    ],
    isApplied: true,
  },
] as const;

/** Files under Bring in data: one whose problems are shown by cell, and its correction, which was applied. */
export const broughtIn: StoryStep = {
  name: 'brought-in',
  isReady: async ({ db }) => (await listDoneSteps(db)).has('reorder'),
  run: async (story) => {
    const service = createService(story);
    const userId = story.staff[0].id;
    const known = await listFileNames(story.db);
    for (const { fileName, rows, isApplied } of FILES) {
      if (known.includes(fileName)) continue;
      const id = await service.begin({ kind: 'vendors', fileName, headers: HEADERS, headerRow: 1, rowCount: rows.length }, userId);
      await service.addRows(
        id,
        rows.map((cells, nth) => ({ row: nth + 2, cells })),
        userId,
      );
      if (isApplied) await service.apply(id, false, userId);
    }
  },
};

function createService({ db, clock, logger, topics, openFiles }: Story) {
  const filing = createFiling({ db, clock, logger, files: openFiles(DOCUMENT_FOLDER) });
  return createSpreadsheetService({ db, clock, topics, work: createSpreadsheetWork({ db, clock, filing, kinds: [vendorSpreadsheet] }) });
}
