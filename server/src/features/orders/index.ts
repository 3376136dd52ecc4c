export { confirmShipmentTask, dueShipmentsTask } from './confirm-shipment.task.ts';
export { orderAlertsTask } from './order-alerts.task.ts';
export { createOrderModule } from './order-module.ts';
export { listOrderPage } from './order-page.read-model.ts';
export { createPackingService } from './packing.service.ts';
export { purgeRecipientsTask } from './recipient.service.ts';
export { createReservationService, layPieces, type ReservationService } from './reservation.service.ts';
export { followStock, settleTask } from './settle.task.ts';
export { createShipmentService } from './shipment.service.ts';
