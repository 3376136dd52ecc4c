import { DELIVERY_STATES } from '@stowage/contract/webhooks/webhooks';
import { addressReader, oneOf, positive } from '../../shared/address-parts.ts';

/** The open endpoint, and which of its deliveries are shown. */
export const readWebhooksAddress = addressReader({ webhook: positive, state: oneOf(...DELIVERY_STATES) });
export type WebhooksAddress = ReturnType<typeof readWebhooksAddress>;
