/** The role of Amazon's application that a type of event needs. */
const ROLES: Readonly<Record<string, string>> = {
  ANY_OFFER_CHANGED: 'Pricing',
  PRICING_HEALTH: 'Pricing',
  ORDER_CHANGE: 'Inventory and Order Tracking',
  LISTINGS_ITEM_STATUS_CHANGE: 'Product Listing',
  LISTINGS_ITEM_ISSUES_CHANGE: 'Product Listing',
  LISTINGS_ITEM_MFN_QUANTITY_CHANGE: 'Product Listing',
  FBA_OUTBOUND_SHIPMENT_STATUS: 'Amazon Fulfillment',
};

/** Why Amazon refused a subscription, and what to do. */
export function refusalOf(type: string, { status, message }: { status: number | undefined; message: string }): string {
  if (status === 401 || status === 403) {
    const role = ROLES[type];
    return role === undefined ? `Amazon refuses access (${message}). Authorize the application again.` : roleText(role, message);
  }
  if (status === 409) return 'There is another subscription of this type. Check the subscriptions.';
  if (status === 400) return `${message}. Check that the queue's policy allows Amazon to send messages.`;
  return `${message}. Try again.`;
}

const roleText = (role: string, message: string) =>
  `Amazon refuses access (${message}). Add the role ${role} to the application in Developer Central, authorize it again, and subscribe.`;

/** Why Amazon refused to use the queue. */
export function destinationRefusalOf({ status, message }: { status: number | undefined; message: string }): string {
  if (status === 401 || status === 403)
    return `Amazon refuses to manage queues with these credentials (${message}). Check the client id and the client secret.`;
  if (status === 409) return `${message}. Another application of this developer uses the queue. Use a queue of its own for Stowage.`;
  return message;
}
