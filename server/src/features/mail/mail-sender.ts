import type { MailTransport } from '../../integrations/mail/smtp.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Logger } from '../../platform/logger.ts';
import type { NotifyBus } from '../../platform/realtime/notify-bus.ts';
import { claimMail, type DueMail, keepMails, listAttachments, MAIL_QUEUED, noteFailed, noteSent } from './mail.repository.ts';
import { mailPauseMs } from './mail-pause.rules.ts';
import { composeMail } from './mail-text.rules.ts';

interface Dependencies {
  readonly db: Database;
  /** undefined where there is no mail server. */
  readonly transport: MailTransport | undefined;
  /** Where people reach Stowage: `https://stowage.example.com`. */
  readonly publicAddress: string;
}

/** Longer than a mail server may take to answer. */
const RETAKE_AFTER_MS = 5 * 60_000;
const LOOK_EVERY_MS = 15_000;

/** Sends what is due, one after the other. @returns how many it tried to send */
export async function sendDueMails({ db, transport, publicAddress }: Dependencies): Promise<number> {
  if (transport === undefined) {
    await keepMails(db);
    return 0;
  }
  let tried = 0;
  for (let mail = await claimMail(db, { retakeAfterMs: RETAKE_AFTER_MS }); mail !== undefined; mail = await claimMail(db, { retakeAfterMs: RETAKE_AFTER_MS })) {
    await sendMail({ db, transport, publicAddress }, mail);
    tried += 1;
  }
  return tried;
}

/** Sends a mail that was taken at its writing, once. @returns why it did not leave; undefined when it did, or when it is kept */
export async function sendOnce({ db, transport, publicAddress }: Dependencies, mail: DueMail): Promise<string | undefined> {
  if (transport === undefined) {
    await keepMails(db);
    return undefined;
  }
  return sendMail({ db, transport, publicAddress }, mail, { isTriedOnce: true });
}

async function sendMail(
  { db, transport, publicAddress }: Dependencies & { transport: MailTransport },
  mail: DueMail,
  { isTriedOnce = false } = {},
): Promise<string | undefined> {
  try {
    const { id, recipient, subject, content, replyTo } = mail;
    const attachments = await listAttachments(db, id);
    await transport.send({ messageId: `<mail-${id}@stowage>`, recipient, subject, replyTo, attachments, ...composeMail(content, publicAddress) });
    await noteSent(db, mail.id);
    return undefined;
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown.message : String(thrown);
    await noteFailed(db, mail.id, { error, againInMs: isTriedOnce ? undefined : mailPauseMs(mail.attempts) });
    return error;
  }
}

/** Sends mails as they are queued, and again those that were refused, until it is stopped. */
export function startMailSender({ bus, logger, ...deps }: Dependencies & { bus: NotifyBus; logger: Logger }): { stop(): Promise<void> } {
  let isStopped = false;
  let isAskedAgain = false;
  let running: Promise<void> | undefined;
  const look = () => {
    isAskedAgain = true;
    if (isStopped) return;
    running ??= (async () => {
      while (isAskedAgain && !isStopped) {
        isAskedAgain = false;
        await sendDueMails(deps).catch((err: unknown) => logger.warn({ err }, 'mails could not be sent'));
      }
      running = undefined;
    })();
  };
  bus.onMessage((name) => name === MAIL_QUEUED && look());
  const timer = setInterval(look, LOOK_EVERY_MS);
  look();
  return {
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await running;
      deps.transport?.close();
    },
  };
}
