import { identify } from '@stowage/contract/catalog/identify';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { IdentifyService } from './identify.service.ts';

export function catalogRoutes(app: FastifyInstance, service: IdentifyService): void {
  route(app, identify, { permission: 'catalogue.read' }, ({ body }) => service.identify(body.code));
}
