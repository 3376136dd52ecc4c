import { recordKind, type SpreadsheetKind } from '../../spreadsheets/kinds/index.ts';
import { deleteCompetitors, findCompetitorIds, insertCompetitors, readCompetitors, updateCompetitors } from './competitor-rows.repository.ts';
import { lockMapSnapshots, recountNames } from './map-snapshot.repository.ts';

/** Files of competitors' accounts. A seller ID names an account. */
export const competitorSpreadsheet: SpreadsheetKind = recordKind({
  name: 'competitors',
  lock: (tx) => lockMapSnapshots(tx),
  keysOf: ({ seller_id: sellerId }) => ({ seller_id: String(sellerId) }),
  async find(db, rows) {
    const ids = await findCompetitorIds(
      db,
      rows.map(({ values }) => String(values.seller_id)),
    );
    return rows.map(({ values }) => ids.get(String(values.seller_id)) ?? null);
  },
  read: readCompetitors,
  insert: insertCompetitors,
  async update(tx, changes) {
    await recountNames(tx, await updateCompetitors(tx, changes));
  },
  remove: deleteCompetitors,
});
