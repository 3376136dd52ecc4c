import type { Config } from './config/config.ts';
import { createSmtpTransport, type MailTransport } from './integrations/mail/smtp.ts';

/** How mails leave, and where the links in them lead. */
export function createMailing({ smtp, publicUrl, host, port }: Config): { transport: MailTransport | undefined; publicAddress: string } {
  const reachable = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host;
  return {
    transport: smtp && createSmtpTransport(smtp),
    publicAddress: publicUrl ?? `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`,
  };
}
