import { demoPicture, getDemoData, removeDemoData } from '@stowage/contract/demo/demo-data';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../app-context.ts';
import { inOnePart } from '../platform/formats/in-one-part.ts';
import { publicRoute, route } from '../platform/http/route.ts';
import { success } from '../platform/http/success.ts';
import { hasDemoData } from './demo-state.repository.ts';
import { productPicture } from './pictures/product-picture.ts';
import { removeDemo } from './removal/remove-demo.ts';

const CACHED_SECONDS = 86_400;

const manage = { permission: 'settings.manage' } as const;

export function demoRoutes(app: FastifyInstance, deps: Pick<AppContext, 'db' | 'owner' | 'openFiles'>): void {
  route(app, getDemoData, manage, async () => ({ isPresent: await hasDemoData(deps.db) }));
  route(app, removeDemoData, { ...manage, stepUp: true }, (_, { caller }) => success(removeDemo(deps, { email: caller.email })));
  publicRoute(app, demoPicture, async ({ params: { kind, color } }) => {
    const drawn = Buffer.from(productPicture(kind, color));
    return { mediaType: 'image/svg+xml', name: `${kind}.svg`, content: inOnePart(drawn), shownForSeconds: CACHED_SECONDS };
  });
}
