// For tests: they remember and forget records that no message named.
export { forgetChanges, rememberChange } from './reading/change.repository.ts';
