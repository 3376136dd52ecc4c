export { createIdentity } from './identity.ts';
export { isActiveUser, isOpenSession, listActiveUsers } from './people/active-person.service.ts';
export { createUserService, type UserService } from './people/user.service.ts';
export { sendSessionEnd } from './sign-in/access-changes.ts';
