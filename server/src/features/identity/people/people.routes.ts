import * as contract from '@stowage/contract/identity/people';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { route } from '../../../platform/http/route.ts';
import { listOpenSessions } from '../sign-in/session.repository.ts';
import type { PeopleService } from './people.service.ts';
import { listAdministrators, listPeople } from './person.read-model.ts';

const manage = { permission: 'people.manage' } as const;
const done = { success: true } as const;

export function peopleRoutes(app: FastifyInstance, { db, clock, people }: { db: Database; clock: Clock; people: PeopleService }): void {
  route(app, contract.listAdministrators, { permission: 'account.own' }, () => listAdministrators(db));
  route(app, contract.listPeople, manage, () => listPeople(db, clock.now()));

  route(app, contract.invitePerson, manage, async ({ body }, { caller }) => {
    await people.invite(body, caller.userId);
    return done;
  });
  route(app, contract.resendInvitation, manage, async ({ params }, { caller }) => {
    await people.inviteAgain(params.id, caller.userId);
    return done;
  });
  route(app, contract.changeRole, manage, async ({ params, body }, { caller }) => {
    await people.changeRole(params.id, body.role, caller.userId);
    return done;
  });
  route(app, contract.deactivatePerson, manage, async ({ params }) => {
    await people.deactivate(params.id);
    return done;
  });
  route(app, contract.reactivatePerson, manage, async ({ params }) => {
    await people.reactivate(params.id);
    return done;
  });
  route(app, contract.resetPerson, manage, async ({ params }, { caller }) => {
    await people.reset(params.id, caller.userId);
    return done;
  });
  route(app, contract.signPersonOut, manage, async ({ params }) => ({ ended: await people.signOut(params.id) }));
  route(app, contract.listSessionsOf, manage, async ({ params }, { caller }) => {
    const sessions = await listOpenSessions(db, params.id, clock.now());
    return sessions.map((session) => ({ ...session, isCurrent: session.id === caller.sessionId }));
  });
  route(app, contract.endSessionOf, manage, async ({ params }) => {
    await people.endSession(params.id, params.session);
    return done;
  });
  route(app, contract.removeTwoFactorOf, manage, async ({ params }, { caller }) => {
    await people.removeTwoFactor(params.id, caller.userId);
    return done;
  });
}
