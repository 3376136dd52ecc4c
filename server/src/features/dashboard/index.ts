export { createDashboard } from './dashboard-module.ts';
export { addUpDashboardTask, slowFiguresTask } from './figures/figures.task.ts';
export { vitalsRoutes } from './vitals/vitals.routes.ts';
