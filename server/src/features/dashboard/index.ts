export { createDashboard } from './dashboard-module.ts';
export { addUpDashboardTask, slowFiguresTask } from './figures.task.ts';
