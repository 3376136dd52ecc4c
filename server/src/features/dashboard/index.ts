export { createDashboard } from './dashboard.ts';
