import { AppError } from '../../../platform/app-error.ts';
import type { DatabasePool } from '../../../platform/database/connection/connect.ts';
import { type CompetitorChange, insertCompetitor, updateCompetitor } from './competitor.repository.ts';
import type { ReportFilter } from './map-compliance.read-model.ts';
import { lockMapSnapshots, recountNames } from './map-snapshot.repository.ts';
import { violationCsv } from './violation-csv.ts';

export type MapComplianceService = ReturnType<typeof createMapComplianceService>;

export function createMapComplianceService({ db }: { db: DatabasePool }) {
  return {
    async add(account: { sellerId: string; name: string }): Promise<number> {
      const id = await insertCompetitor(db, account);
      if (id === undefined) throw new AppError('conflict', `The seller ID "${account.sellerId}" is in the list already`);
      return id;
    },

    change: (id: number, change: CompetitorChange): Promise<void> =>
      db.transaction().execute(async (tx) => {
        await lockMapSnapshots(tx);
        const names = await updateCompetitor(tx, id, change);
        if (names === undefined) throw new AppError('not_found', 'There is no such competitor');
        await recountNames(tx, names);
      }),

    lines: (filter: ReportFilter) => violationCsv(db, filter),
  };
}
