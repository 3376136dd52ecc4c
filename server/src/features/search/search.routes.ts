import { search } from '@stowage/contract/search/search';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { SearchService } from './search.service.ts';

export function searchRoutes(app: FastifyInstance, service: SearchService): void {
  route(app, search, { permission: 'catalogue.read' }, ({ query }, { caller }) => service.search(query.q, { types: query.types, roles: caller.roles }));
}
