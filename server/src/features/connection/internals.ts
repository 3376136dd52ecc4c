// For the demo data and for tests: they write and read rows that no use case does.
export { findCredentials } from './credentials.repository.ts';
export { createFeedSubmissions } from './feed-submission.repository.ts';
