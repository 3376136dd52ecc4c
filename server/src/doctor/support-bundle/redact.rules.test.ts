import { expect, it } from 'vitest';
import { redactLogLine, redactPostgresLine, redactText } from './redact.rules.ts';

it('removes secrets, addresses and numbers from a text', () => {
  const text = redactText(
    'smtps://mailer:hunter2222@mail.example.com refused ann.buyer@example.com (+1 206-555-0100), order 111-1234567-1234567; key k3y-of-7his with the password Xy12, Bearer abc.def',
    ['k3y-of-7his'],
  );
  for (const planted of ['hunter', 'ann.buyer', '555', '1234567', 'k3y', 'Xy12', 'abc.def']) expect(text).not.toContain(planted);
  expect(text).toContain('mail.example.com refused');
  expect(redactText('2026-11-23 16:00:34.601 UTC [12] LOG')).toBe('2026-11-23 16:00:34.601 UTC [12] LOG');
  expect(redactText('request 018f3a52-7a3e-7cc2-a1f2-0123456789ab')).toContain('018f3a52-7a3e-7cc2-a1f2-0123456789ab');
});

it('keeps the known fields of a log line, and of an error its kind and place', () => {
  const err = {
    type: 'DatabaseError',
    code: '22P02',
    message: 'invalid input: "Ann Buyer"',
    stack: 'Error: Ann Buyer\n    at save (server/dist/chunk.js:1:2)',
  };
  const line = JSON.stringify({ level: 50, time: 't', requestId: 'r1', recipient: { name: 'Ann Buyer' }, order: 'Ann', err, msg: 'a call failed' });
  expect(JSON.parse(redactLogLine(line, []) ?? '')).toEqual({
    ...{ level: 50, time: 't', requestId: 'r1', msg: 'a call failed' },
    err: { type: 'DatabaseError', code: '22P02', stack: ['at save (server/dist/chunk.js:1:2)'] },
  });
  expect(redactLogLine('Sign in as ann@example.com with the password Xy12', [])).toBeUndefined();
  expect(redactLogLine('Stowage is ready at http://127.0.0.1:3000', [])).toBe('Stowage is ready at http://127.0.0.1:3000');
});

it("leaves out the values of PostgreSQL's log", () => {
  const head = '2026-11-23 16:00:34.601 UTC [12] ';
  expect(redactPostgresLine(`${head}ERROR:  invalid input syntax for type uuid: "Ann Buyer"`, [])).toBe(
    `${head}ERROR:  invalid input syntax for type uuid: […]`,
  );
  expect(redactPostgresLine(`${head}ERROR:  duplicate key value violates unique constraint "users_email"`, [])).toContain('"users_email"');
  for (const line of [`${head}DETAIL:  Key (email)=(ann@example.com) exists.`, `${head}STATEMENT:  select 'Ann'`, "\tselect 'Ann'"]) {
    expect(redactPostgresLine(line, [])).toBeUndefined();
  }
});
