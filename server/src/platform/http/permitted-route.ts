import type { Endpoint } from '@stowage/contract/endpoint';
import { isPermitted, type Permission } from '@stowage/contract/permissions';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, notPermitted } from '../app-error.ts';
import { actingAs } from '../audit/actor.ts';
import { type Caller, type FirstStep, type Refusal, refuseKeys } from './caller.ts';
import { bearerToken } from './request/input.ts';

/** Who may make a call. */
export interface AccessOptions {
  readonly permission: Permission;
  /** One of these is enough too, for calls whose answer depends on what the caller may see. */
  readonly orOneOf?: readonly Permission[];
  /** Needs a sign-in or verification in the last minutes. */
  readonly stepUp?: boolean;
  /** Whether API keys may make the call; by default when it needs no verification. */
  readonly forKeys?: boolean;
  readonly during?: readonly FirstStep[];
}

/**
 * Answers callers who are identified and hold the permission, and records everyone else.
 * @returns `checkEarly` for before the body is read, and the handler, which repeats no check that was made early
 */
export function whenPermitted(
  app: FastifyInstance,
  endpoint: Endpoint,
  { permission, orOneOf = [], stepUp, during = [], forKeys }: AccessOptions,
  answer: (request: FastifyRequest, caller: Caller) => Promise<unknown>,
) {
  const enter = async (request: FastifyRequest) => {
    const caller = await app.identify(bearerToken(request), { during, address: request.ip });
    request.callerId = caller.userId;
    request.seesCosts = isPermitted(caller.roles, 'costs.read');
    if (!forKeys) refuseKeys(caller);
    const refused = {
      actorId: caller.userId,
      call: `${endpoint.method} ${endpoint.path}${keyOf(caller, ' with API key ')}`,
      permission,
      requestId: request.id,
    };
    if (![permission, ...orOneOf].some((one) => isPermitted(caller.roles, one))) await refuse(app, refused);
    return { caller, refused };
  };
  const entered = new WeakMap<FastifyRequest, ReturnType<typeof enter>>();
  const checkEarly = async (request: FastifyRequest) => {
    const entering = enter(request);
    entered.set(request, entering);
    await entering;
  };
  const answerPermitted = async (request: FastifyRequest) => {
    const { caller, refused } = await (entered.get(request) ?? enter(request));
    if (stepUp) await app.requireVerified(caller);
    if (isCostly(endpoint)) await app.countCostly(caller);
    const handle = async () => answer(request, caller);
    return (endpoint.method === 'GET' ? handle() : actingAs({ userId: caller.userId, requestId: `${keyOf(caller, 'key-', ':')}${request.id}` }, handle)).catch(
      async (error: unknown) => {
        // Some handlers need more than the permission of their call, such as that of a document's type.
        if (error instanceof AppError && error.code === 'forbidden') await app.refusalTap?.(refused);
        throw error;
      },
    );
  };
  return { checkEarly, answerPermitted };
}

/** Records that a person may not make a call, and throws. */
export async function refuse(app: FastifyInstance, refused: Refusal): Promise<never> {
  await app.refusalTap?.(refused);
  throw notPermitted();
}

/** Whether the call makes a file, for which people have a limit. */
export function isCostly({ format, isCostly: isMarked }: Endpoint): boolean {
  return isMarked === true || format === 'csv' || format === 'csv-in-json';
}

/** The key of a call between two texts; nothing for a person's call. */
function keyOf({ apiKeyId }: Caller, before: string, after = ''): string {
  return apiKeyId === undefined ? '' : `${before}${apiKeyId}${after}`;
}
