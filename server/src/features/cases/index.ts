export { createCases } from './cases.ts';
export { inView } from './review/case-view.read-model.ts';
export { createCaseWithdrawal } from './review/case-withdrawal.service.ts';
