import * as z from 'zod';
import { endpoint, success } from '../endpoint.ts';
import { emailAddress } from '../mail/mail.ts';
import { ROLES } from '../permissions.ts';
import { endedSessions, openSessions, sessionId } from './open-sessions.ts';

export const INVITATION_DAYS = 7;
export const NAME_MAX_LENGTH = 80;

export const personName = z.string().trim().min(1, 'Please enter a name').max(NAME_MAX_LENGTH);

/** INVITED: has not accepted yet. NO_SIGN_IN: never could sign in, and was not invited either. */
export const PERSON_STATES = ['INVITED', 'NO_SIGN_IN', 'ACTIVE', 'DEACTIVATED'] as const;

const person = z.object({
  id: z.number(),
  email: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  state: z.enum(PERSON_STATES),
  /** ISO 8601; null for who was never here. */
  lastSeenAt: z.string().nullable(),
  openSessions: z.number(),
  hasTwoFactor: z.boolean(),
  /** Until when the newest invitation can be accepted. */
  invitationEndsAt: z.string().nullable(),
});
export type Person = z.infer<typeof person>;

const params = z.object({ id: z.coerce.number<number | string>().int().positive() });

export const listPeople = endpoint({
  method: 'GET',
  path: '/api/users',
  summary: 'Everybody who has, had or is offered an account',
  response: z.array(person),
});

export const listAdministrators = endpoint({
  method: 'GET',
  path: '/api/administrators',
  summary: 'Whom to ask for what one may not do',
  response: z.array(z.object({ name: z.string(), email: z.string() })),
});

export const invitePerson = endpoint({
  method: 'POST',
  path: '/api/users/invite',
  summary: 'Mail somebody an invitation; they set their name and password themselves',
  body: z.object({ email: emailAddress, name: personName.optional(), role: z.enum(ROLES, 'Please choose a role') }),
  response: success,
  reasons: ['email_taken'],
});

export const resendInvitation = endpoint({
  method: 'POST',
  path: '/api/users/:id/invite',
  summary: 'Mail the invitation again; the link before it works no more',
  params,
  response: success,
  reasons: ['not_invited'],
});

export const changeRole = endpoint({
  method: 'POST',
  path: '/api/users/:id/role',
  summary: 'Give somebody another role; it holds at their next call',
  params,
  body: z.object({ role: z.enum(ROLES) }),
  response: success,
  reasons: ['last_administrator'],
});

export const deactivatePerson = endpoint({
  method: 'POST',
  path: '/api/users/:id/deactivate',
  summary: 'Take somebody’s account away; their sessions end at once',
  params,
  response: success,
  reasons: ['last_administrator'],
});

export const reactivatePerson = endpoint({
  method: 'POST',
  path: '/api/users/:id/reactivate',
  summary: 'Give an account back',
  params,
  response: success,
});

export const resetPerson = endpoint({
  method: 'POST',
  path: '/api/users/:id/reset',
  summary: 'Mail somebody a link to set a new password',
  params,
  response: success,
  reasons: ['not_active'],
});

export const signPersonOut = endpoint({
  method: 'POST',
  path: '/api/users/:id/sign-out',
  summary: 'End every session of somebody',
  params,
  response: endedSessions,
});

export const listSessionsOf = endpoint({
  method: 'GET',
  path: '/api/users/:id/sessions',
  summary: 'Where somebody is signed in',
  params,
  response: openSessions,
});

export const endSessionOf = endpoint({
  method: 'POST',
  path: '/api/users/:id/sessions/:session/end',
  summary: 'Sign out one session of somebody',
  params: params.extend({ session: sessionId }),
  response: success,
});

export const removeTwoFactorOf = endpoint({
  method: 'POST',
  path: '/api/users/:id/remove-two-factor',
  summary: 'Let somebody who has lost their authenticator sign in with the password alone',
  params,
  response: success,
  reasons: ['own_account'],
});
