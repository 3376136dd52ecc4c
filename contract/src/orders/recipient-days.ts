/** So many days after the delivery nobody may know any more whom an order went to. */
export const RECIPIENT_DAYS = 30;
