import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp } from '../../../test/test-app.ts';
import { createSmtpTransport } from '../../integrations/mail/smtp.ts';
import { createLogger } from '../../platform/logger.ts';
import { startNotifyBus } from '../../platform/realtime/notify-bus.ts';
import { queueMail, startMailSender } from './index.ts';
import { sendDueMails } from './mail-sender.ts';

interface Received extends Email {
  readonly envelope: string[];
}

const received: Received[] = [];
let refusals = 0;
/** What the server waits for before it takes the next mail. */
let beforeData = Promise.resolve();
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onMailFrom: (_address, _session, callback) => void beforeData.then(() => callback()),
  onData(stream, session, callback) {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', async () => {
      if (refusals > 0) {
        refusals -= 1;
        return callback(Object.assign(new Error('Try later'), { responseCode: 451 }));
      }
      received.push({ ...(await PostalMime.parse(Buffer.concat(chunks))), envelope: session.envelope.rcptTo.map(({ address }) => address) });
      return callback();
    });
  },
});
await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
const transport = createSmtpTransport({ url: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`, from: 'Stowage <stowage@example.com>' });
afterAll(async () => {
  transport.close();
  await new Promise<void>((resolve) => smtp.close(resolve));
});

const { db, connection, signIn } = await createTestApp({ transport });
const admin = await signIn('ROLE_ADMIN');
const sending = { db, transport, publicAddress: 'https://stowage.test' };
const queue = (recipient: string, more: object = {}) =>
  db.transaction().execute((tx) => queueMail(tx, { kind: 'test', recipient, subject: 'A subject', lines: ['A line'], ...more }));
const states = async () => (await db.selectFrom('mails').select(['state', 'attempts', 'last_error', 'content']).orderBy('id').execute()) as object[];
const dueAtOnce = () => sql`update mails set next_attempt_at = now() where state <> 'SENT'`.execute(db);

beforeEach(async () => {
  received.length = 0;
  refusals = 0;
  await sql`delete from mails`.execute(db);
});

describe('a mail', () => {
  it('is sent with its links as text and HTML, and its content is deleted', async () => {
    const action = { label: 'Open', path: '/jobs?job=7' };
    await queue('ann@example.com', { action, footer: { text: 'Choose', path: '/profile' } });
    await sendDueMails(sending);
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({ subject: 'A subject', envelope: ['ann@example.com'], from: { address: 'stowage@example.com', name: 'Stowage' } });
    expect(received[0]?.text).toContain('Open: https://stowage.test/jobs?job=7');
    expect(received[0]?.html).toContain('<a href="https://stowage.test/jobs?job=7">Open</a>');
    expect(await states()).toEqual([{ state: 'SENT', attempts: 1, last_error: null, content: null }]);
  });

  it('contains an unsubscribe link for people and for mail programs', async () => {
    await queue('ann@example.com', { mute: { label: 'No more of these', token: 'T'.repeat(22) } });
    await sendDueMails(sending);
    expect(received[0]?.text).toContain(`No more of these: https://stowage.test/mute#${'T'.repeat(22)}`);
    const header = (key: string) => received[0]?.headers.find((one) => one.key === key)?.value;
    expect(header('list-unsubscribe')).toBe(`<https://stowage.test/api/mute-links/${'T'.repeat(22)}>`);
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  });

  it('escapes names in its markup and its headers', async () => {
    const evil = 'Bolt <img src=x onerror=alert(1)>\r\nBcc: eve@example.com\u2028X: "&\'';
    await queue('ann@example.com', { subject: evil, lines: [evil] });
    await sendDueMails(sending);
    expect(received[0]?.subject).toBe('Bolt <img src=x onerror=alert(1)> Bcc: eve@example.com X: "&\'');
    expect(received[0]?.envelope).toEqual(['ann@example.com']);
    expect(received[0]?.bcc).toBeUndefined();
    expect(received[0]?.html).not.toContain('<img');
    expect(received[0]?.html).toContain('&lt;img src=x onerror=alert(1)&gt;');
  });

  it.each(['x\r\nBcc: e@example.com', 'nobody', 'a b@example.com'])('to %j is not queued', async (recipient) => {
    await expect(queue(recipient)).rejects.toThrow('mails_recipient_shape');
  });

  it('is not sent when its transaction is rolled back', async () => {
    const failing = db.transaction().execute(async (tx) => {
      await queueMail(tx, { kind: 'test', recipient: 'ann@example.com', subject: 'No', lines: [] });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await sendDueMails(sending);
    expect(received).toEqual([]);
  });

  it('is sent once with a repeated key and several senders', async () => {
    await Promise.all([queue('ann@example.com', { key: 'job 7 ann' }), queue('ann@example.com', { key: 'job 7 ann' })]);
    for (const name of ['b', 'c', 'd']) await queue(`${name}@example.com`);
    await Promise.all(Array.from({ length: 4 }, () => sendDueMails(sending)));
    expect(received.map(({ envelope }) => envelope[0]).sort()).toEqual(['ann@example.com', 'b@example.com', 'c@example.com', 'd@example.com']);
  });

  it('is retried while the server rejects it, at most eight times', async () => {
    refusals = 1;
    await queue('ann@example.com');
    await sendDueMails(sending);
    expect(await states()).toMatchObject([{ state: 'QUEUED', attempts: 1, last_error: expect.stringContaining('Try later') }]);
    expect(await sendDueMails(sending)).toBe(0);
    await dueAtOnce();
    await sendDueMails(sending);
    expect(await states()).toMatchObject([{ state: 'SENT', attempts: 2, last_error: null }]);

    refusals = 100;
    await queue('bob@example.com');
    for (let i = 0; i < 10; i++) {
      await dueAtOnce();
      await sendDueMails(sending);
    }
    expect((await states()).at(-1)).toMatchObject({ state: 'FAILED', attempts: 8 });
  });

  it('of a killed process is sent by the next one, with the same message id', async () => {
    await queue('ann@example.com');
    await sql`update mails set state = 'SENDING', attempts = 1, next_attempt_at = now() - interval '1 second'`.execute(db);
    await sendDueMails(sending);
    expect(received[0]?.messageId).toMatch(/^<mail-\d+@stowage>$/);
  });

  it('is sent as soon as its transaction is committed', async () => {
    const logger = createLogger('silent');
    const bus = await startNotifyBus(connection, logger);
    const sender = startMailSender({ ...sending, transport: { ...transport, close: () => {} }, bus, logger });
    await queue('ann@example.com');
    await expect.poll(() => received.length).toBe(1);
    await sender.stop();
    await bus.close();
  });

  it('is left to the next process when this one stops, after the mail that is being sent', async () => {
    for (let nth = 0; nth < 5; nth += 1) await queue('ann@example.com');
    const logger = createLogger('silent');
    const bus = await startNotifyBus(connection, logger);
    let begun = 0;
    const send = async () => {
      begun += 1;
      await sleep(500);
    };
    const sender = startMailSender({ ...sending, transport: { send, close: () => {} }, bus, logger });
    await expect.poll(() => begun).toBe(1);
    await sender.stop();
    await bus.close();
    expect(begun).toBe(1);
    expect((await states()).map((mail) => (mail as { state: string }).state)).toEqual(['SENT', 'QUEUED', 'QUEUED', 'QUEUED', 'QUEUED']);
  });

  it('is stored for administrators when there is no mail server', async () => {
    await queue('ann@example.com', { action: { label: 'Open', path: '/account-link#secret' } });
    await sendDueMails({ ...sending, transport: undefined });
    expect(await states()).toMatchObject([{ state: 'KEPT', content: { lines: ['A line'] } }]);
    const withServer = (await admin.get('/api/mails')).json();
    expect(withServer).toMatchObject({ isKept: false, data: [{ recipient: 'ann@example.com', text: null }] });
  });
});

describe('stored mails', () => {
  const until = () => new Date(Date.now() + 60_000).toISOString();
  const kept = async () => (await admin.get('/api/mails')).json().kept;

  it('are sent only when an administrator decides so, and password links are not stored', async () => {
    await queue('ann@example.com', { kind: 'job' });
    await queue('bob@example.com', { kind: 'password' });
    await sendDueMails({ ...sending, transport: undefined });
    await sendDueMails(sending);
    expect(received).toEqual([]);
    expect(await kept()).toMatchObject({ count: 1, over: 0, oldestAt: expect.any(String) });
    const old = new Date(Date.now() - 60_000).toISOString();
    expect((await admin.post('/api/mails/kept', { send: true, until: old })).json()).toEqual({ sent: 0, left: 0 });
    const answers = await Promise.all([1, 2].map(() => admin.post('/api/mails/kept', { send: true, until: until() })));
    expect(answers.map((answer) => answer.json()).toSorted((a, b) => b.sent - a.sent)).toEqual([
      { sent: 1, left: 0 },
      { sent: 0, left: 0 },
    ]);
    await sendDueMails(sending);
    expect(received.map(({ envelope }) => envelope)).toEqual([['ann@example.com']]);
    expect(await kept()).toEqual({ count: 0, over: 0, oldestAt: null });
    expect(await states()).toMatchObject([{ state: 'SENT' }, { state: 'KEPT', content: null }]);
  });

  it('are discarded when an administrator decides so', async () => {
    await queue('ann@example.com');
    await sendDueMails({ ...sending, transport: undefined });
    const user = await signIn();
    expect((await user.post('/api/mails/kept', { send: false, until: until() })).statusCode).toBe(403);
    expect((await admin.post('/api/mails/kept', { send: false, until: until() })).json()).toEqual({ sent: 0, left: 1 });
    expect((await admin.post('/api/mails/kept', { send: true, until: until() })).json()).toEqual({ sent: 0, left: 0 });
    expect((await admin.get('/api/audit-log?kind=mails&action=LEFT')).json().data).toMatchObject([{ records: 1 }]);
  });
});

describe('the e-mail settings', () => {
  const settings = { enabled: true, recipients: ['ann@example.com'], batchProcessNotifications: true };

  it('store each address once', async () => {
    expect((await admin.get('/api/user/email-settings')).json()).toEqual({ enabled: false, recipients: [], batchProcessNotifications: false });
    const saved = { ...settings, recipients: ['ann@example.com', ' ANN@example.com ', 'bob@example.com'] };
    expect((await admin.post('/api/user/email-settings', saved)).json()).toEqual({ ...settings, recipients: ['ann@example.com', 'bob@example.com'] });
    expect((await admin.get('/api/user/email-settings')).json().recipients).toEqual(['ann@example.com', 'bob@example.com']);
  });

  it('merge concurrent changes of two people', async () => {
    const seen = (await admin.post('/api/user/email-settings', { ...settings, recipients: ['old@example.com', 'kept@example.com'] })).json();
    await Promise.all([
      admin.post('/api/user/email-settings', { ...seen, recipients: [...seen.recipients, 'ann@example.com'], seen }),
      admin.post('/api/user/email-settings', { ...seen, recipients: ['kept@example.com'], seen }),
      admin.post('/api/user/email-settings', { ...seen, recipients: [...seen.recipients, 'ANN@example.com', 'bob@example.com'], seen }),
      admin.post('/api/user/email-settings', { ...seen, batchProcessNotifications: false, seen }),
    ]);
    const kept = (await admin.get('/api/user/email-settings')).json();
    expect(kept).toMatchObject({ enabled: true, batchProcessNotifications: false });
    expect(kept.recipients.map((address: string) => address.toLowerCase()).sort()).toEqual(['ann@example.com', 'bob@example.com', 'kept@example.com']);
  });

  it.each(['', 'ann', 'ann @example.com', 'a@b, c@d', 'a@b\nBcc: c@d', '"a"@b'])('reject %j as an address', async (address) => {
    const answer = await admin.post('/api/user/email-settings', { ...settings, recipients: [address] });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.message).toContain('Please enter a valid email address');
    expect((await admin.post('/api/user/email-settings/test', { email: address })).json()).toMatchObject({ success: false });
  });

  it('send a test mail and report the server’s error', async () => {
    expect((await admin.post('/api/user/email-settings/test', { email: 'ann@example.com' })).json()).toEqual({
      success: true,
      message: 'Test email sent successfully!',
    });
    expect(received[0]?.envelope).toEqual(['ann@example.com']);
    refusals = 1;
    const refused = await admin.post('/api/user/email-settings/test', { email: 'ann@example.com' });
    expect([refused.statusCode, refused.json()]).toEqual([502, expect.objectContaining({ success: false, message: expect.stringContaining('Try later') })]);
    expect((await states()).at(-1)).toMatchObject({ state: 'FAILED', attempts: 1 });
  });

  it('send a test mail that the next process sends when this one is killed', async () => {
    let release = () => {};
    beforeData = new Promise<void>((resolve) => {
      release = resolve;
    });
    const test = admin.post('/api/user/email-settings/test', { email: 'ann@example.com' });
    await expect.poll(states, { interval: 5 }).toMatchObject([{ state: 'SENDING', attempts: 1 }]);
    expect(await sendDueMails(sending)).toBe(0);
    // Five minutes later; the first process never answers.
    await sql`update mails set next_attempt_at = next_attempt_at - interval '5 minutes'`.execute(db);
    beforeData = Promise.resolve();
    expect(await sendDueMails(sending)).toBe(1);
    expect(await states()).toMatchObject([{ state: 'SENT', attempts: 2 }]);
    release();
    await test;
  });

  it('send a test mail that no other sender claims', async () => {
    const logger = createLogger('silent');
    const bus = await startNotifyBus(connection, logger);
    const sender = startMailSender({ ...sending, transport: { ...transport, close: () => {} }, bus, logger });
    refusals = 5;
    const tests = await Promise.all(Array.from({ length: 5 }, () => admin.post('/api/user/email-settings/test', { email: 'ann@example.com' })));
    expect(tests.map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(502));
    await dueAtOnce();
    await sender.stop();
    await bus.close();
  });
});
