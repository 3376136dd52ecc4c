import * as contract from '@stowage/contract/identity/company';
import type { FastifyInstance } from 'fastify';
import { requireVersion } from '../../../platform/commands/require-version.ts';
import type { DatabasePool } from '../../../platform/database/connection/connect.ts';
import { route } from '../../../platform/http/route.ts';
import { lockCompany, readCompany, writeCompany } from './company.repository.ts';

/** The time zone is the default of everybody's dates, so everybody may read it. */
export function companyRoutes(app: FastifyInstance, { db }: { readonly db: DatabasePool }): void {
  route(app, contract.getCompany, { permission: 'account.own' }, async () => ({ company: (await readCompany(db)) ?? null }));
  route(app, contract.saveCompany, { permission: 'settings.manage' }, ({ body: { version, ...company } }) =>
    db.transaction().execute(async (tx) => {
      requireVersion({ expected: version, current: (await lockCompany(tx))?.version ?? 0, of: 'the company' });
      return { company: await writeCompany(tx, company) };
    }),
  );
}
