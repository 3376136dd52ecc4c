// For tests: they remember and forget records that no message named.
export { forgetChanges, rememberChange } from './change.repository.ts';
