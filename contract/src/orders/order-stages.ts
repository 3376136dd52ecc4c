export const ORDER_STAGES = ['TO_SHIP', 'PENDING', 'TO_CONFIRM', 'SHIPPED', 'CANCELED'] as const;
/** The stages of open orders, as `is_open_stage()` in the database. */
export const OPEN_STAGES = ['TO_SHIP', 'PENDING', 'TO_CONFIRM'] as const satisfies readonly (typeof ORDER_STAGES)[number][];
export type OrderStage = (typeof ORDER_STAGES)[number];

/**
 * Why an order needs attention: it is late, due by the end of today, or due within hours; a unit waits for stock; the buyer
 * asks to cancel; or the marketplace refused its shipment. `late30` are the orders of the last 30 days that count as late in
 * the late-shipment rate.
 */
export const ORDER_NEEDS = ['late', 'today', 'urgent', 'backordered', 'cancel', 'failed', 'late30'] as const;
export type OrderNeed = (typeof ORDER_NEEDS)[number];
