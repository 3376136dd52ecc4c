import * as contract from '@stowage/contract/identity/passkeys';
import type { FastifyInstance } from 'fastify';
import { publicRoute, route } from '../../../platform/http/route.ts';
import { success } from '../../../platform/http/success.ts';
import { deviceOf, rememberDevice } from '../sessions/device-cookie.ts';
import { answerSignIn } from '../sessions/session-answer.ts';
import type { PasskeyService } from './passkey.service.ts';
import type { PasskeySignIn } from './passkey-sign-in.service.ts';

const own = { permission: 'account.own', forKeys: false } as const;
/** Also for a person who must set up two-step sign-in before anything else. */
const setUp = { ...own, during: ['two-factor'] } as const;

export function passkeyRoutes(app: FastifyInstance, { passkeys, passkeySignIn }: { passkeys: PasskeyService; passkeySignIn: PasskeySignIn }): void {
  publicRoute(app, contract.startPasskeySignIn, (_, { cookies, address, userAgent }) => {
    const device = deviceOf(cookies);
    rememberDevice(cookies, device);
    return passkeySignIn.start({ device, address, userAgent });
  });
  publicRoute(app, contract.finishPasskeySignIn, ({ body }, call) =>
    answerSignIn(call, body.cookie === true, (browser) => passkeySignIn.finish({ passkey: body.passkey, isRemembered: body.remember ?? true }, browser)),
  );

  route(app, contract.listPasskeys, setUp, (_, { caller }) => passkeys.list(caller.userId));
  // A passkey opens the account, so a stranger at an open page must not add or remove one.
  route(app, contract.startPasskey, { ...setUp, stepUp: true }, (_, { caller }) => passkeys.start(caller));
  route(app, contract.addPasskey, { ...setUp, stepUp: true }, async ({ body }, { caller }) => ({ recovery_codes: await passkeys.add(caller, body) }));
  route(app, contract.renamePasskey, own, ({ params, body }, { caller }) => success(passkeys.rename(caller, params.id, body.name)));
  route(app, contract.removePasskey, { ...own, stepUp: true }, ({ params }, { caller }) => success(passkeys.remove(caller, params.id)));
  route(app, contract.startPasskeyVerification, setUp, (_, { caller }) => passkeys.startVerification(caller));
}
