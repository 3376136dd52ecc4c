export { createIdentity } from './identity.ts';
export { findUserByEmail, insertUser, isActiveUser, listActiveUsers } from './people/user.repository.ts';
export { createUserService, type UserService } from './people/user.service.ts';
export { sendSessionEnd } from './sign-in/access-changes.ts';
