import { expect, it } from 'vitest';
import { encryption } from './smtp.ts';

it.each([
  ['smtp://mail.example:587', true, true],
  ['smtp://10.0.0.7', true, true],
  ['smtp://mail.example:587', false, false],
  ['smtp://127.0.0.1:1025', true, false],
  ['smtp://localhost', true, false],
  ['smtps://mail.example', true, false],
])('demands STARTTLS of %s with SMTP_TLS=%s: %s', (url, needsTls, requireTLS) => {
  expect(encryption(url, needsTls)).toEqual({ requireTLS });
});
