import type { OrderNeed, OrderStage } from './order-stages.ts';
import { type OrderTotals, URGENT_HOURS } from './orders.ts';

interface OrderCard {
  readonly label: string;
  readonly total: keyof OrderTotals;
  /** The address of the list that the card counts. */
  readonly address: { readonly stage?: OrderStage; readonly needs?: OrderNeed };
}

/** The cards above the orders list. Each one opens the list that it counts. */
export const ORDER_CARDS: readonly OrderCard[] = [
  { label: 'To ship', total: 'toShip', address: {} },
  { label: 'Late', total: 'late', address: { needs: 'late' } },
  { label: `Due in ${URGENT_HOURS} hours`, total: 'urgent', address: { needs: 'urgent' } },
  { label: 'To confirm', total: 'toConfirm', address: { stage: 'TO_CONFIRM' } },
  { label: 'Confirmation failed', total: 'failed', address: { needs: 'failed' } },
  { label: 'Cancel requests', total: 'cancelRequested', address: { needs: 'cancel' } },
  { label: 'Backordered', total: 'backordered', address: { needs: 'backordered' } },
];
