import { iso, newId } from '../wire.ts';
import type { World } from '../world.ts';
import { queueOfArn, sendMessage } from './message-queue.ts';

/** A message of this type has camelCase names; all others have PascalCase names. */
const CAMEL_CASE = ['FEED_PROCESSING_FINISHED', 'REPORT_PROCESSING_FINISHED', 'PRICING_HEALTH'];
/** A delayed message arrives after those that were sent later. */
const DELAY_MS = 20_000;

/** Sends a message to the queue of the type's subscription, if there is one. The faults are of the operation `sendEvent`. */
export function sendEvent(world: World, type: string, { payload, at }: { payload: object; at: number }): void {
  const { state, faults, clock } = world;
  const subscription = state.events.subscriptions.get(type);
  const destination = state.events.destinations.get(subscription?.destinationId ?? '');
  if (subscription === undefined || destination === undefined) return;
  if (faults.strike('sendEvent', ['drop']) !== undefined) return;
  const now = clock.now();
  const message = { type, payload, payloadVersion: subscription.payloadVersion, subscriptionId: subscription.subscriptionId, at: iso(at), now: iso(now) };
  const body = JSON.stringify(CAMEL_CASE.includes(type) ? camelCase(message) : pascalCase(message));
  const delayMs = faults.strike('sendEvent', ['delay']) === undefined ? 0 : DELAY_MS;
  const times = faults.strike('sendEvent', ['duplicate']) === undefined ? 1 : 2;
  for (let nth = 0; nth < times; nth++) sendMessage(world, queueOfArn(destination.arn), { body, now, delayMs });
}

interface Message {
  readonly type: string;
  readonly payload: object;
  readonly payloadVersion: string;
  readonly subscriptionId: string;
  readonly at: string;
  readonly now: string;
}

const APPLICATION = 'amzn1.sp.solution.simulated';

const pascalCase = ({ type, payload, payloadVersion, subscriptionId, at, now }: Message) => ({
  NotificationVersion: '1.0',
  NotificationType: type,
  PayloadVersion: payloadVersion,
  EventTime: at,
  Payload: payload,
  NotificationMetadata: { ApplicationId: APPLICATION, SubscriptionId: subscriptionId, PublishTime: now, NotificationId: newId() },
});

const camelCase = ({ type, payload, payloadVersion, subscriptionId, at, now }: Message) => ({
  notificationVersion: payloadVersion,
  notificationType: type,
  payloadVersion,
  eventTime: at,
  payload,
  notificationMetadata: { applicationId: APPLICATION, subscriptionId, publishTime: now, notificationId: newId() },
});
