import { SEARCH_KINDS, search } from '@stowage/contract/search/search';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { SearchService } from './search.service.ts';

/** Each kind is found by callers who may open it. Every person searches; an API key needs the permission of one kind. */
const access = { permission: 'account.own', orOneOf: Object.values(SEARCH_KINDS).map(({ permission }) => permission) } as const;

export function searchRoutes(app: FastifyInstance, service: SearchService): void {
  route(app, search, access, ({ query }, { caller }) => service.search(query.q, { types: query.types, roles: caller.roles }));
}
