/** Recipients are deleted this many days after the delivery. */
export const RECIPIENT_DAYS = 30;
