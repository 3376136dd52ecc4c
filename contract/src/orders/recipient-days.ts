/** Recipients are deleted this many days after the delivery. */
export const RECIPIENT_DAYS = 30;

/** A person sees buyers' data of at most this many orders a day (UTC). */
export const BUYER_ORDERS_PER_DAY = 200;
