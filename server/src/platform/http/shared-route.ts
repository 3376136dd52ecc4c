import { costRedaction } from '@stowage/contract/cost';
import type { Endpoint, ParsedInputOf, ReplyOf } from '@stowage/contract/endpoint';
import type { Permission } from '@stowage/contract/permissions';
import type { FastifyInstance } from 'fastify';
import { mayLag } from '../database/connection/connection-use.ts';
import { createSharedReads } from '../shared-reads.ts';
import { CheckedJson } from './answers.ts';
import { answerMayLag } from './own-writes.ts';
import { parseInput } from './request/input.ts';
import { permittedRoute } from './route.ts';

/**
 * Registers a list that many pages read at the same moment, such as after a live message. The handler gets the input alone, so its answer
 * is the same for everybody who may read it; calls that arrive together have it read, checked and turned into text once.
 */
export function sharedRoute<E extends Endpoint, const R extends ReplyOf<E>>(
  app: FastifyInstance,
  endpoint: E,
  { permission }: { readonly permission: Permission },
  handler: (input: ParsedInputOf<E>) => Promise<R>,
): void {
  const share = createSharedReads<CheckedJson>();
  const redactCosts = costRedaction(endpoint.response);
  permittedRoute(app, endpoint, { permission }, (request) => {
    const input = parseInput(endpoint, request);
    const lags = answerMayLag(endpoint, request);
    const hidesCosts = redactCosts !== undefined && !request.seesCosts;
    const read = async () => {
      const answer = await (lags ? mayLag(() => handler(input)) : handler(input));
      return new CheckedJson(JSON.stringify(endpoint.response.parse(hidesCosts ? redactCosts(answer) : answer)));
    };
    return share(JSON.stringify([input, lags, hidesCosts]), read);
  });
}
