import type { FastifyInstance } from 'fastify';
import { passkeyRoutes } from './passkey.routes.ts';
import { createPasskeyService } from './passkey.service.ts';
import { createPasskeyProof } from './passkey-proof.service.ts';
import { createPasskeySignIn } from './passkey-sign-in.service.ts';

type Dependencies = Parameters<typeof createPasskeyProof>[0] &
  Omit<Parameters<typeof createPasskeyService>[0], 'passkeyProof'> &
  Omit<Parameters<typeof createPasskeySignIn>[0], 'passkeyProof'>;

/** Passkeys as a second step, as a sign-in and as a second proof. */
export function createPasskeys(deps: Dependencies) {
  const proof = createPasskeyProof(deps);
  const own = createPasskeyService({ ...deps, passkeyProof: proof });
  return {
    proof,
    own,
    routes: (app: FastifyInstance) => passkeyRoutes(app, { passkeys: own, passkeySignIn: createPasskeySignIn({ ...deps, passkeyProof: proof }) }),
  };
}
