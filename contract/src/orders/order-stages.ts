/** Under which heading an order stands. */
export const ORDER_STAGES = ['TO_SHIP', 'PENDING', 'TO_CONFIRM', 'SHIPPED', 'CANCELED'] as const;
export type OrderStage = (typeof ORDER_STAGES)[number];

/** What of an order can need somebody: that it is late, that it is due by the end of today, or within hours, that a piece of it waits for stock, that the buyer asks to cancel it, that the marketplace refused its shipment; or that it was due within 30 days and left late or waits, as the late-shipment rate counts. */
export const ORDER_NEEDS = ['late', 'today', 'urgent', 'backordered', 'cancel', 'failed', 'late30'] as const;
export type OrderNeed = (typeof ORDER_NEEDS)[number];
