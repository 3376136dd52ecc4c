import helmet from '@fastify/helmet';
import { DYMO_ORIGINS } from '@stowage/contract/labels/labels';
import type { FastifyInstance } from 'fastify';

/**
 * Headers that keep the page to its own scripts, styles, pictures and calls. They go with everything that a
 * browser shows or runs; answers of the API are data, for which `nosniff` (see `route()`) is what counts, and
 * building a policy for each of them costs a tenth of a scan.
 */
export async function useSecurityHeaders(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        // Product pictures are hosted by the marketplace.
        imgSrc: ["'self'", 'data:', 'blob:', 'https://m.media-amazon.com'],
        // The label printer's service, on the machine that the browser runs on.
        connectSrc: ["'self'", ...DYMO_ORIGINS],
        // A vendor's PDF beside its invoice: fetched with the token, shown by the browser's own viewer.
        frameSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // Plain HTTP on a local network is a supported setup; an HTTPS proxy sets its own policy.
    strictTransportSecurity: false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
    global: false,
  });
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.endpoint === undefined) await reply.helmet();
  });
}
