import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** The policy of answers that no browser shows. */
export const NO_FRAMES = "frame-ancestors 'none'";

/**
 * Headers that restrict the page to its own scripts, styles, pictures and calls, on everything that a browser shows or
 * runs. API answers are data, for which `nosniff` and a
 * policy against frames suffice (see `route()`); the whole policy on each of them costs a tenth of a scan.
 * @param origins other servers that the page may call, and those whose pictures it may show
 */
export async function useSecurityHeaders(
  app: FastifyInstance,
  origins: { readonly calls: readonly string[]; readonly pictures: readonly string[] },
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...origins.pictures],
        connectSrc: ["'self'", ...origins.calls],
        // A PDF that was fetched with the token, shown by the browser's own viewer.
        frameSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // Set below: plain HTTP on a local network is a supported setup.
    strictTransportSecurity: false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
    global: false,
  });
  app.addHook('onRequest', async (request, reply) => {
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
    if (request.routeOptions.config.endpoint === undefined) await reply.helmet();
  });
}
