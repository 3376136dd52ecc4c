import { AppError } from '../../../platform/app-error.ts';
import { requireSeen } from '../../../platform/commands/require-version.ts';
import { withoutUndefined } from '../../../platform/commands/without-undefined.ts';
import type { DatabasePool } from '../../../platform/database/connection/connect.ts';
import { type CompetitorProperties, insertCompetitor, lockCompetitor, updateCompetitor } from './competitor.repository.ts';
import type { ReportFilter } from './map-compliance.read-model.ts';
import { lockMapSnapshots, recountNames } from './map-snapshot.repository.ts';
import { violationCsv } from './violation-csv.ts';

/** Properties, as a person saw or changed some of them. */
type Changes = { readonly [Name in keyof CompetitorProperties]?: CompetitorProperties[Name] | undefined };

export type MapComplianceService = ReturnType<typeof createMapComplianceService>;

export function createMapComplianceService({ db }: { db: DatabasePool }) {
  return {
    async add(account: { sellerId: string; name: string }): Promise<number> {
      const id = await insertCompetitor(db, account);
      if (id === undefined) throw new AppError('conflict', `The seller ID "${account.sellerId}" is in the list already`);
      return id;
    },

    /** @param seen what the person saw */
    change: (id: number, change: Changes, seen: Changes | undefined): Promise<void> =>
      db.transaction().execute(async (tx) => {
        await lockMapSnapshots(tx);
        const before = await lockCompetitor(tx, id);
        if (before === undefined) throw new AppError('not_found', 'There is no such competitor');
        const after = { ...before, ...withoutUndefined(change) };
        requireSeen({ seen, before, after, of: 'this competitor' });
        await updateCompetitor(tx, id, after);
        await recountNames(tx, [before.name, after.name]);
      }),

    lines: (filter: ReportFilter) => violationCsv(db, filter),
  };
}
