import nodemailer from 'nodemailer';

export interface OutgoingMail {
  /** The same for each attempt, so that a mailbox can tell a repeat. */
  readonly messageId: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Ends mails like it when a mail program posts to it, once. */
  readonly unsubscribeUrl?: string;
}

/** Sends mails; undefined where there is no mail server. */
export interface MailTransport {
  /** @throws Error when the server did not take it */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

const ANSWER_WITHIN_MS = 20_000;

/** @param url `smtps://user:password@host:465`, or `smtp://…` for STARTTLS where the server offers it */
export function createSmtpTransport({ url, from }: { url: string; from: string }): MailTransport {
  const transport = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: ANSWER_WITHIN_MS,
    greetingTimeout: ANSWER_WITHIN_MS,
    socketTimeout: ANSWER_WITHIN_MS,
    // A mail brings neither files of this machine nor pages of its network along.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ messageId, recipient, subject, text, html, unsubscribeUrl }) {
      const headers = {
        'Auto-Submitted': 'auto-generated',
        ...(unsubscribeUrl !== undefined && { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
      };
      await transport.sendMail({ messageId, from, to: { name: '', address: recipient }, subject, text, html, headers });
    },
    close: () => transport.close(),
  };
}
