import * as contract from '@stowage/contract/identity/roles';
import type { FastifyInstance } from 'fastify';
import type { DatabasePool } from '../../../platform/database/connection/connect.ts';
import { route } from '../../../platform/http/route.ts';
import { success } from '../../../platform/http/success.ts';
import type { RoleService } from './role.service.ts';
import { readSeparatedDuties, writeSeparatedDuties } from './separated-duties.repository.ts';

const manage = { permission: 'people.manage' } as const;
/** Grants access, so a stranger at an open page must not do it. */
const grant = { ...manage, stepUp: true } as const;

export function roleRoutes(app: FastifyInstance, { db, roles }: { db: DatabasePool; roles: RoleService }): void {
  route(app, contract.listRoles, manage, () => roles.list());
  route(app, contract.createRole, grant, ({ body }, { caller }) => roles.create(body, caller.userId));
  route(app, contract.saveRole, grant, ({ params, body }, { caller }) => success(roles.save(params.key, body, caller.userId)));
  route(app, contract.deleteRole, grant, ({ params }) => success(roles.remove(params.key)));
  route(app, contract.getSeparatedDuties, manage, () => readSeparatedDuties(db));
  route(app, contract.saveSeparatedDuties, grant, ({ body }) => success(writeSeparatedDuties(db, body)));
}
