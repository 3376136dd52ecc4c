/** The marketplace's words on a package, as people read them. */
const STATUS_WORDS: Readonly<Record<string, string>> = {
  PENDING: 'Not yet with the carrier',
  IN_TRANSIT: 'In transit',
  SHIPPED: 'Shipped',
  DELIVERED: 'Delivered',
  CANCELLED: 'Canceled',
  UNDELIVERABLE: 'Cannot be delivered',
  PENDING_SCHEDULE: 'Waits for a pickup to be scheduled',
  PENDING_PICK_UP: 'Waits for its pickup',
  PENDING_DROP_OFF: 'Waits to be dropped off',
  LABEL_CANCELLED: 'Label canceled',
  PICKED_UP: 'Picked up',
  DROPPED_OFF: 'Dropped off',
  AT_ORIGIN_FC: 'At the first fulfilment centre',
  AT_DESTINATION_FC: 'At the last fulfilment centre',
  REJECTED_BY_BUYER: 'Refused by the buyer',
  RETURNING_TO_SELLER: 'On its way back',
  RETURNED_TO_SELLER: 'Returned to the seller',
  LOST: 'Lost',
  OUT_FOR_DELIVERY: 'Out for delivery',
  DAMAGED: 'Damaged on the way',
};

interface PackageStatus {
  readonly status: string;
  readonly detailedStatus: string | null;
}

/** What is told of a package, in words; a word that we do not know stands as it came. */
export function trackingText({ status, detailedStatus }: PackageStatus): string {
  const word = detailedStatus ?? status;
  return STATUS_WORDS[word] ?? word.toLowerCase().replaceAll('_', ' ');
}

export function isDelivered({ status, detailedStatus }: PackageStatus): boolean {
  return status === 'DELIVERED' || detailedStatus === 'DELIVERED';
}

export function isReturned({ detailedStatus }: PackageStatus): boolean {
  return detailedStatus === 'RETURNED_TO_SELLER';
}
