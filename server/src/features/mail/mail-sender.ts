import { messageOf } from '@stowage/contract/errors';
import { MINUTE_MS } from '@stowage/contract/formats/durations';
import type { MailTransport } from '../../integrations/mail/smtp.ts';
import type { Database } from '../../platform/database/connection/connect.ts';
import type { Logger } from '../../platform/logger.ts';
import type { NotifyBus } from '../../platform/realtime/notify-bus.ts';
import { claimMail, type DueMail, listAttachments, markFailed, markSent, storeUnsentMails } from './mail.repository.ts';
import { mailPauseMs } from './mail-pause.rules.ts';
import { MAIL_QUEUED } from './mail-queue.service.ts';
import { composeMail } from './mail-text.rules.ts';

interface Dependencies {
  readonly db: Database;
  /** undefined without a mail server. */
  readonly transport: MailTransport | undefined;
  /** The address of Stowage for links: `https://stowage.example.com`. */
  readonly publicAddress: string;
}

/** Another process retries a claimed mail after this time. Longer than the timeout of a mail server. */
export const CLAIM_TIMEOUT_MS = 5 * MINUTE_MS;
const POLL_MS = 15_000;

/** Sends all due mails. @param isStopped the others are left to the next process @returns how many it tried to send */
export async function sendDueMails({ db, transport, publicAddress }: Dependencies, isStopped = () => false): Promise<number> {
  if (transport === undefined) {
    await storeUnsentMails(db);
    return 0;
  }
  for (let tried = 0; ; tried++) {
    const mail = isStopped() ? undefined : await claimMail(db, { timeoutMs: CLAIM_TIMEOUT_MS });
    if (mail === undefined) return tried;
    await sendMail({ db, transport, publicAddress }, mail);
  }
}

/** Sends a claimed mail without further attempts. @returns the error; undefined when the mail was sent or, without a mail server, stored */
export async function sendOnce({ db, transport, publicAddress }: Dependencies, mail: DueMail): Promise<string | undefined> {
  if (transport === undefined) {
    await storeUnsentMails(db);
    return undefined;
  }
  return sendMail({ db, transport, publicAddress }, mail, { isLastAttempt: true });
}

async function sendMail(
  { db, transport, publicAddress }: Dependencies & { transport: MailTransport },
  mail: DueMail,
  { isLastAttempt = false } = {},
): Promise<string | undefined> {
  try {
    const { id, recipient, subject, content, replyTo } = mail;
    const attachments = await listAttachments(db, id);
    await transport.send({ messageId: `<mail-${id}@stowage>`, recipient, subject, replyTo, attachments, ...composeMail(content, publicAddress) });
    await markSent(db, mail.id);
    return undefined;
  } catch (thrown) {
    const error = messageOf(thrown);
    await markFailed(db, mail.id, { error, againInMs: isLastAttempt ? undefined : mailPauseMs(mail.attempts) });
    return error;
  }
}

/** Sends mails when they are queued, and retries failed ones, until stopped. */
export function startMailSender({ bus, logger, ...deps }: Dependencies & { bus: NotifyBus; logger: Logger }): { stop(): Promise<void> } {
  let isStopped = false;
  let isRequested = false;
  let running: Promise<void> | undefined;
  const sendSoon = () => {
    isRequested = true;
    if (isStopped) return;
    running ??= (async () => {
      while (isRequested && !isStopped) {
        isRequested = false;
        await sendDueMails(deps, () => isStopped).catch((err: unknown) => logger.warn({ err }, 'failed to send mails'));
      }
      running = undefined;
    })();
  };
  bus.onMessage((name) => name === MAIL_QUEUED && sendSoon());
  const timer = setInterval(sendSoon, POLL_MS);
  sendSoon();
  return {
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await running;
      deps.transport?.close();
    },
  };
}
