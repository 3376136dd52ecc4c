import { setTimeout as sleep } from 'node:timers/promises';
import { utcDay } from '@stowage/contract/formats/day';
import { DAY_MS, MINUTE_MS } from '@stowage/contract/formats/durations';
import { ACCOUNT_LINK_PATH, RESET_LINK_MINUTES } from '@stowage/contract/identity/account';
import { INVITATION_DAYS } from '@stowage/contract/identity/people';
import type { MailTransport } from '../../../integrations/mail/smtp.ts';
import { AppError } from '../../../platform/app-error.ts';
import { actingAs } from '../../../platform/audit/actor.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/connection/connect.ts';
import type { FirstPasswordFile } from '../../../platform/first-password.ts';
import { queueMail } from '../../mail/index.ts';
import { notify } from '../../notifications/index.ts';
import { findUserByEmail, lockUser, type User, updateName, updatePasswordHash } from '../people/user.repository.ts';
import { hashToken, newToken } from '../secret-token.ts';
import { endSessions } from '../sessions/session.repository.ts';
import type { SessionEnding } from '../sessions/session-end.service.ts';
import { refuseTooManyAttempts } from '../sign-in/attempts.service.ts';
import { resetKeys } from '../sign-in/sign-in-limit.rules.ts';
import { findAccountLink, insertAccountLink, type LinkPurpose, revokeAccountLinks, useAccountLink } from './account-link.repository.ts';
import { hashPassword } from './password.ts';
import { requireStrongPassword } from './password-policy.service.ts';
import { notifyOwner } from './security-notice.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock' | 'logger'> {
  readonly mail: AppMail;
  readonly sessionEnding: SessionEnding;
  readonly firstPassword: FirstPasswordFile;
}

interface AppMail {
  /** undefined without a mail server. */
  readonly transport: MailTransport | undefined;
  readonly publicAddress: string;
}

export type AccountLinkService = ReturnType<typeof createAccountLinkService>;

/** The minimum time of an answer; queueing a mail takes a fraction of it. */
const MIN_ANSWER_MS = 250;
const LIFETIME_MS: Record<LinkPurpose, number> = { INVITATION: INVITATION_DAYS * DAY_MS, PASSWORD: RESET_LINK_MINUTES * MINUTE_MS };

/** Links that set a password: invitations and password resets. */
export function createAccountLinkService({ db, clock, mail, sessionEnding, logger, firstPassword }: Dependencies) {
  /** @throws AppError `rule_violated` with `link_over` */
  const find = async (tx: Database, token: string) => {
    const link = await findAccountLink(tx, hashToken(token), clock.now());
    if (link === undefined) throw linkOver();
    return link;
  };
  const isMailed = mail.transport !== undefined;
  /**
   * Creates a link, revokes the previous ones and queues the mail.
   * @returns the address without a mail server, for the person who created it: nobody can read it later
   */
  const create = async (tx: Database, user: Pick<User, 'id' | 'email'>, purpose: LinkPurpose, createdBy: number | null): Promise<string | undefined> => {
    const token = newToken();
    const now = clock.now();
    const expiresAt = new Date(now.getTime() + LIFETIME_MS[purpose]);
    await insertAccountLink(tx, { userId: user.id, purpose, tokenHash: hashToken(token), createdBy, now, expiresAt, isShown: !isMailed });
    const path = `${ACCOUNT_LINK_PATH}#${token}`;
    if (!isMailed) return `${mail.publicAddress}${path}`;
    await queueMail(tx, { recipient: user.email, ...mailFor(purpose, path) });
    return undefined;
  };
  return {
    create,

    /**
     * Mails a link if an account has this e-mail address. Without a mail server, asks the administrators to create one. The caller
     * can't learn whether an account exists. @returns whether links are mailed @throws AppError `rate_limited`
     */
    async requestReset(email: string, address: string): Promise<boolean> {
      await refuseTooManyAttempts({ db, clock }, resetKeys(email, address), 'requests');
      const deliver = db.transaction().execute(async (tx) => {
        const user = await findUserByEmail(tx, email);
        if (user !== undefined && user.deactivatedAt === null && user.passwordHash !== null)
          await (isMailed ? create(tx, user, 'PASSWORD', null) : notifyReset(tx, user, clock.now()));
      });
      // Waits for the transaction, because a stop of the process would lose the mail. The minimum time hides whether the account exists.
      const done = deliver.catch((err: unknown) => logger.error({ err }, 'failed to mail a link for a new password'));
      await Promise.all([done, sleep(MIN_ANSWER_MS)]);
      return isMailed;
    },

    /** @throws AppError `rule_violated` with `link_over` */
    async read(token: string) {
      const { purpose, email, name } = await find(db, token);
      return { purpose, email, name };
    },

    /** Sets the password and ends every session. @throws AppError `rule_violated` with `link_over`, `invalid_input` with `weak_password` */
    async use({ token, name, password }: { token: string; name?: string | undefined; password: string }): Promise<void> {
      const { userId, purpose, email, name: storedName } = await find(db, token);
      await requireStrongPassword(password, { name: name ?? storedName, email });
      const passwordHash = await hashPassword(password);
      const accept = async (tx: Database) => {
        await lockUser(tx, userId);
        const link = await find(tx, token);
        if (!(await useAccountLink(tx, link.id, clock.now()))) throw linkOver();
        await updatePasswordHash(tx, userId, passwordHash);
        await revokeAccountLinks(tx, userId, clock.now());
        if (purpose === 'PASSWORD') await notifyOwner(tx, 'password-changed', { userId, now: clock.now() });
        if (purpose === 'INVITATION') {
          if (name !== undefined) await updateName(tx, userId, name);
          await notify(tx, {
            kind: 'invitation-accepted',
            except: userId,
            title: `${name ?? link.name} accepted the invitation`,
            record: { kind: 'person', id: userId },
            path: '/admin/people',
          });
        }
        return endSessions(tx, { userId }, 'PASSWORD_RESET', clock.now());
      };
      const ended = await actingAs({ userId, requestId: 'account-link' }, () => db.transaction().execute(accept));
      firstPassword.forget(email);
      sessionEnding.announce(ended);
    },
  };
}

/** Asks the administrators, at most once a day per person, for a link that nobody can mail. */
async function notifyReset(tx: Database, { id, name, email }: User, now: Date): Promise<void> {
  await notify(tx, {
    ...{ kind: 'password-requested', title: `${name} forgot the password`, record: { kind: 'person', id }, path: '/admin/people' },
    body: `There is no mail server. If ${email} really asked, create a password link under People and hand it over.`,
    key: `password-requested ${id} ${utcDay(now)}`,
  });
}

function linkOver(): AppError {
  return new AppError('rule_violated', 'This link was already used or has expired. Ask for a new one.', { reason: 'link_over' });
}

function mailFor(purpose: LinkPurpose, path: string) {
  if (purpose === 'INVITATION') {
    return {
      kind: 'invitation',
      subject: 'You are invited to Stowage',
      lines: ['Somebody on your team created an account for you.', `Set your name and password within ${INVITATION_DAYS} days. The link works once.`],
      action: { label: 'Accept the invitation', path },
    };
  }
  return {
    kind: 'password',
    subject: 'Set a new password for Stowage',
    lines: [
      'Somebody asked for a new password for your account.',
      `The link works once, for ${RESET_LINK_MINUTES} minutes. If you did not ask for it, ignore this mail: your password does not change.`,
    ],
    action: { label: 'Set a new password', path },
  };
}
