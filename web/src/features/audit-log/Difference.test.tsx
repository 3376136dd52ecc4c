import type { AuditEntry } from '@stowage/contract/audit-log/audit-log';
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Difference } from './Difference.tsx';

const AGENT = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

it.each<[string, AuditEntry['before'], AuditEntry['after'], RegExp]>([
  ['a formatted time', { used_at: null }, { used_at: '2026-11-20T14:03:05.123+00:00' }, /^used at:before: empty→after: [^T]*2026[^T]*$/],
  ['the change of a secret without its value', { password_hash: null }, { password_hash: '•••' }, /^password:set$/],
  ['the removal of a secret', { totp_secret: '•••' }, { totp_secret: null }, /^two-step sign-in:removed$/],
  ['a device by its name', null, { device: AGENT }, /^device:after: Chrome on Windows$/],
  ['no empty fields of a created record', null, { name: 'Ann', note: null, text: '' }, /^name:after: Ann$/],
  ['no field that was and is empty', { value: null, name: 'a' }, { value: '', name: 'b' }, /^name:before: a→after: b$/],
  [
    'records within a value in words',
    {},
    { receiptId: 19, lines: [{ id: 41, quantity: 6 }] },
    /^receipt id:before: empty→after: 19lines:before: empty→after: id 41, quantity 6$/,
  ],
  ['three fields and collapses the others', null, { a: 1, b: 2, c: 3, d: 4, e: 5 }, /2 more/],
])('shows %s', (_, before, after, shown) => {
  const entry = {
    id: '0-1',
    at: '',
    actorId: 1,
    actorName: 'Ann',
    apiKey: null,
    requestId: null,
    action: 'X',
    recordKind: 'users',
    recordId: '1',
    recordName: null,
    records: 1,
  };
  expect(render(<Difference entry={{ ...entry, before, after }} />).container.textContent).toMatch(shown);
});
