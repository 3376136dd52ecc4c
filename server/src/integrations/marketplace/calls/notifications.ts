import { NotificationsApi } from '@sp-api-sdk/notifications-api-v1';
import { MarketplaceError } from '../marketplace-error.ts';
import { failure, type Transport } from '../transport/transport.ts';

/** A queue that the marketplace may send messages to. */
export interface Destination {
  readonly destinationId: string;
  readonly arn: string;
}

export interface Subscription {
  readonly subscriptionId: string;
  readonly destinationId: string;
}

const NOT_FOUND = 404;
/** The type whose messages can be limited to a marketplace. */
const OFFERS = 'ANY_OFFER_CHANGED' as const;

/** Which messages the marketplace sends to which queue. A person waits for these calls, so they are not retried. */
export function notificationCalls({ account, http, grantlessHttp, perform }: Transport) {
  const ofSeller = new NotificationsApi(undefined, account.baseUrl, http);
  const ofApplication = new NotificationsApi(undefined, account.baseUrl, grantlessHttp);
  const now = { isPatient: false };
  return {
    /** The queues of this application. */
    async destinations(): Promise<Destination[]> {
      const { payload } = await perform('getDestinations', () => ofApplication.getDestinations(), now);
      return (payload ?? []).flatMap(({ destinationId, resource }) => (resource.sqs === undefined ? [] : [{ destinationId, arn: resource.sqs.arn }]));
    },

    /** @returns the ID of the destination */
    async createDestination(name: string, arn: string): Promise<string> {
      const body = { name, resourceSpecification: { sqs: { arn } } };
      const { payload } = await perform('createDestination', () => ofApplication.createDestination({ body }), now);
      if (payload === undefined) throw failure('createDestination', 'the answer has no destination');
      return payload.destinationId;
    },

    /** The subscription of a type of message; undefined when there is none. */
    async subscription(type: string): Promise<Subscription | undefined> {
      try {
        const { payload } = await perform('getSubscription', () => ofSeller.getSubscription({ notificationType: type }), now);
        return payload && { subscriptionId: payload.subscriptionId, destinationId: payload.destinationId };
      } catch (error) {
        if (error instanceof MarketplaceError && error.status === NOT_FOUND) return undefined;
        throw error;
      }
    },

    async subscribe(type: string, { destinationId, payloadVersion }: { destinationId: string; payloadVersion: string }): Promise<void> {
      const eventFilter = { eventFilterType: OFFERS, marketplaceIds: [account.marketplaceId] };
      const body = { destinationId, payloadVersion, ...(type === OFFERS && { processingDirective: { eventFilter } }) };
      await perform('createSubscription', () => ofSeller.createSubscription({ notificationType: type, body }), now);
    },
  };
}
