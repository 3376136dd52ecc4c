import type { Destination, Subscription } from '../records.ts';
import { fields, invalidInput, newId, notFound, type Operation, Refusal } from '../wire.ts';
import type { World } from '../world.ts';

const BASE = '/notifications/v1';
const PLAN = { rate: 1, burst: 5 };
const ARN = /^arn:aws:sqs:\S+:\S+:\S+/;

const toWire = ({ destinationId, name, arn }: Destination) => ({ destinationId, name, resource: { sqs: { arn } } });

/** The API that says which events are sent to which queue. The operations on destinations need a token without a seller. */
export function notificationOperations(world: World): Operation[] {
  const { state } = world;
  const find = (type: string | undefined): Subscription => {
    const subscription = state.events.subscriptions.get(type ?? '');
    if (subscription === undefined) throw notFound(`There is no subscription of ${type}`);
    return subscription;
  };
  return [
    {
      name: 'getDestinations',
      method: 'GET',
      path: `${BASE}/destinations`,
      isGrantless: true,
      ...PLAN,
      run: () => ({ status: 200, body: { payload: [...state.events.destinations.values()].map(toWire) } }),
    },
    {
      name: 'createDestination',
      method: 'POST',
      path: `${BASE}/destinations`,
      isGrantless: true,
      ...PLAN,
      run: ({ body }) => ({ status: 200, body: { payload: toWire(createDestination(world, fields(body))) } }),
    },
    {
      name: 'getSubscription',
      method: 'GET',
      path: `${BASE}/subscriptions/{notificationType}`,
      ...PLAN,
      run: ({ params }) => ({ status: 200, body: { payload: find(params.notificationType) } }),
    },
    {
      name: 'createSubscription',
      method: 'POST',
      path: `${BASE}/subscriptions/{notificationType}`,
      ...PLAN,
      run: ({ params, body, now }) => {
        const payload = createSubscription(world, params.notificationType ?? '', fields(body));
        // What happened before is no event.
        state.events.watchedAt ??= now;
        return { status: 200, body: { payload } };
      },
    },
    {
      name: 'deleteSubscriptionById',
      method: 'DELETE',
      path: `${BASE}/subscriptions/{notificationType}/{subscriptionId}`,
      isGrantless: true,
      ...PLAN,
      run: ({ params }) => {
        if (find(params.notificationType).subscriptionId !== params.subscriptionId) throw notFound('There is no such subscription');
        state.events.subscriptions.delete(params.notificationType ?? '');
        return { status: 200, body: {} };
      },
    },
  ];
}

function createDestination({ state }: World, { name, resourceSpecification }: Record<string, unknown>): Destination {
  const { arn } = fields(fields(resourceSpecification).sqs);
  if (typeof name !== 'string' || typeof arn !== 'string' || !ARN.test(arn)) throw invalidInput('name and resourceSpecification.sqs.arn are required');
  const known = [...state.events.destinations.values()].find((destination) => destination.arn === arn);
  if (known !== undefined) throw new Refusal(409, 'ResourceConflict', 'A destination with this resource exists already');
  const destination = { destinationId: newId(), name, arn };
  state.events.destinations.set(destination.destinationId, destination);
  return destination;
}

function createSubscription({ state }: World, type: string, { payloadVersion, destinationId }: Record<string, unknown>): Subscription {
  if (typeof payloadVersion !== 'string' || typeof destinationId !== 'string') throw invalidInput('payloadVersion and destinationId are required');
  if (!state.events.destinations.has(destinationId)) throw invalidInput(`The destination ${destinationId} does not exist`);
  if (state.events.subscriptions.has(type)) throw new Refusal(409, 'ResourceConflict', `A subscription of ${type} exists already`);
  const subscription = { subscriptionId: newId(), payloadVersion, destinationId };
  state.events.subscriptions.set(type, subscription);
  return subscription;
}
