import { expect, it } from 'vitest';
import { newUpc, poRow, purchasingOf } from '../../../../test/fixtures/test-purchasing.ts';
import { createTestApp } from '../../../../test/test-app.ts';

// A call that waits in a transaction for a second connection waits for itself here, and in an installation for calls like it.
const { app, signIn } = await createTestApp({ connections: 1 });
const admin = await signIn('ROLE_ADMIN');
const headers = { authorization: `Bearer ${admin.token}`, 'content-type': 'application/octet-stream' };

it.each([
  ['saves a purchase order file', 200, () => purchasingOf(admin).upload([poRow('PO-1')])],
  ['saves a price list', 200, () => admin.post('/api/pricelists/bulk-update', [{ upc: newUpc(), MAP: 10, item_code: 'A-1', vendor: 'Norden' }])],
  ['stores a document', 200, () => app.inject({ method: 'POST', url: '/api/documents?name=note.txt&type=OTHER', headers, payload: Buffer.from('a note') })],
  ['looks for a passkey to remove', 404, () => admin.post('/api/user/passkeys/999999/remove')],
])('%s with one connection', async (_what, status, call) => {
  expect((await call()).statusCode).toBe(status);
});
