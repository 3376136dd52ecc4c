/** Under which heading an order stands. */
export const ORDER_STAGES = ['TO_SHIP', 'PENDING', 'TO_CONFIRM', 'SHIPPED', 'CANCELED'] as const;
export type OrderStage = (typeof ORDER_STAGES)[number];
