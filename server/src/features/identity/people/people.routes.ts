import * as contract from '@stowage/contract/identity/people';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../../platform/clock.ts';
import { requireSeen } from '../../../platform/commands/require-version.ts';
import type { DatabasePool } from '../../../platform/database/connection/connect.ts';
import { route } from '../../../platform/http/route.ts';
import { success } from '../../../platform/http/success.ts';
import { requireRoles } from '../roles/access.service.ts';
import type { SessionList } from '../sessions/open-session.read-model.ts';
import { lockTwoFactorRoles, readTwoFactorRoles, writeTwoFactorRoles } from '../two-factor/sign-in-policy.repository.ts';
import type { PeopleService } from './people.service.ts';
import { peopleCsv } from './people-csv.ts';
import { listAdministrators, listPeople } from './person.read-model.ts';

interface Dependencies {
  readonly db: DatabasePool;
  readonly clock: Clock;
  readonly people: PeopleService;
  readonly listSessions: SessionList;
}

const manage = { permission: 'people.manage' } as const;
const ofSessions = { ...manage, forKeys: false } as const;
/** Grants access, so a stranger at an open page must not do it. */
const grant = { ...manage, stepUp: true } as const;

export function peopleRoutes(app: FastifyInstance, { db, clock, people, listSessions }: Dependencies): void {
  route(app, contract.listAdministrators, { permission: 'account.own' }, () => listAdministrators(db));
  route(app, contract.listPeople, manage, () => listPeople(db, clock.now()));
  route(app, contract.exportPeople, manage, async ({ query: { state } }) => {
    const rows = await listPeople(db, clock.now());
    return peopleCsv(rows.filter((person) => state === undefined || person.state === state));
  });

  route(app, contract.invitePerson, grant, ({ body: { role, roles = [role ?? ''], ...body } }, { caller }) =>
    created(people.invite({ ...body, roles }, caller.userId)),
  );
  route(app, contract.resendInvitation, grant, ({ params }, { caller }) => created(people.resendInvitation(params.id, caller.userId)));
  route(app, contract.changeRole, grant, ({ params, body }, { caller }) => success(people.changeRoles(params.id, { roles: [body.role] }, caller.userId)));
  route(app, contract.changeRoles, grant, ({ params, body }, { caller }) => success(people.changeRoles(params.id, body, caller.userId)));
  route(app, contract.deactivatePerson, manage, ({ params }, { caller }) => success(people.deactivate(params.id, caller.userId)));
  route(app, contract.reactivatePerson, grant, ({ params }, { caller }) => success(people.reactivate(params.id, caller.userId)));
  route(app, contract.resetPerson, grant, ({ params }, { caller }) => created(people.createResetLink(params.id, caller.userId)));
  route(app, contract.removeTwoFactorOf, grant, ({ params }, { caller }) => success(people.removeTwoFactor(params.id, caller.userId)));

  route(app, contract.getSignInPolicy, manage, async () => ({ twoFactorRoles: await readTwoFactorRoles(db) }));
  route(app, contract.saveSignInPolicy, grant, ({ body: { seen, twoFactorRoles } }) =>
    success(
      db.transaction().execute(async (tx) => {
        const policy = (roles: readonly string[]) => ({ roles: [...new Set(roles)].toSorted().join(' ') });
        const before = await lockTwoFactorRoles(tx);
        requireSeen({ seen: seen && policy(seen), before: policy(before), after: policy(twoFactorRoles), of: 'the sign-in policy' });
        // A role of the policy may have been deleted since.
        await requireRoles(
          tx,
          twoFactorRoles.filter((key) => !before.includes(key)),
        );
        await writeTwoFactorRoles(tx, twoFactorRoles);
      }),
    ),
  );

  route(app, contract.listSessionsOf, ofSessions, ({ params }, { caller }) => listSessions(params.id, caller));
  route(app, contract.signPersonOut, ofSessions, async ({ params }) => ({ ended: await people.signOut(params.id) }));
  route(app, contract.endSessionOf, ofSessions, ({ params }) => success(people.signOut(params.id, params.session)));
}

/** The answer to the creation of a link. */
async function created(link: Promise<string | undefined>): Promise<{ success: true; link: string | null }> {
  return { success: true, link: (await link) ?? null };
}
