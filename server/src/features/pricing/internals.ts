export { quantityTasks, watchQuantities } from './quantities/quantity.tasks.ts';
export { changeStrategy } from './strategies/strategy.service.ts';
