/** The marketplace's package statuses in plain words. */
const STATUS_WORDS: Readonly<Record<string, string>> = {
  PENDING: 'Not yet with the carrier',
  IN_TRANSIT: 'In transit',
  SHIPPED: 'Shipped',
  DELIVERED: 'Delivered',
  CANCELLED: 'Canceled',
  UNDELIVERABLE: 'Undeliverable',
  PENDING_SCHEDULE: 'Pickup not scheduled yet',
  PENDING_PICK_UP: 'Awaiting pickup',
  PENDING_DROP_OFF: 'Awaiting drop-off',
  LABEL_CANCELLED: 'Label canceled',
  PICKED_UP: 'Picked up',
  DROPPED_OFF: 'Dropped off',
  AT_ORIGIN_FC: 'At the first fulfilment centre',
  AT_DESTINATION_FC: 'At the last fulfilment centre',
  REJECTED_BY_BUYER: 'Refused by the buyer',
  RETURNING_TO_SELLER: 'Returning to the seller',
  RETURNED_TO_SELLER: 'Returned to the seller',
  LOST: 'Lost',
  OUT_FOR_DELIVERY: 'Out for delivery',
  DAMAGED: 'Damaged in transit',
};

interface PackageStatus {
  readonly status: string;
  readonly detailedStatus: string | null;
}

/** The status of a package in words. An unknown status is shown as it is. */
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
