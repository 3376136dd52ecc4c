export { lockMapSnapshots, recountNames } from './map-compliance/map-snapshot.repository.ts';
export { quantityTasks, watchQuantities } from './quantities/quantity.tasks.ts';
export { changeStrategy } from './strategies/strategy.service.ts';
