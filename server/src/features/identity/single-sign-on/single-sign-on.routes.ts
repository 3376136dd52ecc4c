import * as contract from '@stowage/contract/identity/single-sign-on';
import type { FastifyInstance } from 'fastify';
import { publicRoute, route } from '../../../platform/http/route.ts';
import { success } from '../../../platform/http/success.ts';
import { deviceOf, rememberDevice } from '../sessions/device-cookie.ts';
import { answerSignIn } from '../sessions/session-answer.ts';
import type { OwnConnection } from './own-connection.service.ts';
import type { SingleSignOn } from './single-sign-on.service.ts';

interface Dependencies {
  readonly singleSignOn: SingleSignOn;
  readonly connection: OwnConnection;
}

const own = { permission: 'account.own', forKeys: false } as const;
/** Opens the account to another one, so a stranger at an open page must not do it. */
const grant = { ...own, stepUp: true } as const;
/** Also for a person who must set up two-step sign-in before anything else. */
const setUp = { ...own, during: ['two-factor'] } as const;

export function singleSignOnRoutes(app: FastifyInstance, { singleSignOn, connection }: Dependencies): void {
  publicRoute(app, contract.startSingleSignOn, (_, { cookies, address, userAgent }) => {
    const device = deviceOf(cookies);
    rememberDevice(cookies, device);
    return singleSignOn.start({ device, address, userAgent });
  });
  publicRoute(app, contract.finishSingleSignOn, ({ body }, call) =>
    answerSignIn(call, body.cookie === true, (browser) => singleSignOn.finish(body.answer, browser)),
  );

  route(app, contract.getOwnSingleSignOn, setUp, (_, { caller }) => connection.read(caller));
  route(app, contract.connectSingleSignOn, grant, (_, { caller }) => connection.startConnecting(caller));
  route(app, contract.verifyBySingleSignOn, setUp, (_, { caller }) => connection.startVerification(caller));
  route(app, contract.confirmSingleSignOn, setUp, ({ body }, { caller }) =>
    success(body.purpose === 'CONNECT' ? connection.connect(caller, body.answer) : connection.verify(caller, body.answer)),
  );
  route(app, contract.disconnectSingleSignOn, grant, (_, { caller }) => success(connection.disconnect(caller)));
}
