// For the demo data and for tests: they write and read rows that no use case does.
export { findUserByEmail, insertUser } from './people/user.repository.ts';
