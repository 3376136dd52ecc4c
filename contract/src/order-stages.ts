/** Under which heading an order stands. */
export const ORDER_STAGES = ['TO_SHIP', 'PENDING', 'TO_CONFIRM', 'SHIPPED', 'CANCELED'] as const;
export type OrderStage = (typeof ORDER_STAGES)[number];

/** What of an order can need somebody: that it is late, that it is due by the end of today, that the buyer asks to cancel it, that the marketplace refused its shipment. */
export const ORDER_NEEDS = ['late', 'today', 'cancel', 'failed'] as const;
export type OrderNeed = (typeof ORDER_NEEDS)[number];
