import { listWebhooks } from '@stowage/contract/webhooks/webhooks';
import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { openPage, readAgain } from '../../../test/open-page.tsx';
import { server, signedIn } from '../../../test/server.ts';
import { WebhooksPage } from './WebhooksPage.tsx';
import type { WebhooksAddress } from './webhooks-address.ts';

const WEBHOOK = {
  ...{ id: 7, url: 'https://erp.example.com/hook', description: 'ERP', events: ['stock.added'], state: 'ACTIVE', pause_reason: null, paused_at: null },
  ...{ failing_since: null, retry_at: null, last_success_at: null, waiting: 1, failed: 0, version: 1 },
};
const DELIVERY = {
  ...{ event_id: 3, message_id: 'evt_movement_3', type: 'stock.added', record: 'unit 9', occurred_at: '2026-11-20T08:00:00.000Z', state: 'DELIVERED' },
  ...{ attempts: 2, last_attempt_at: '2026-11-20T08:00:01.000Z', next_attempt_at: null, status: 204, answer: 'thanks', error: null, duration_ms: 12 },
  body: '{"type":"stock.added"}',
};

function serve(webhook: object = WEBHOOK) {
  signedIn({ roles: ['ROLE_ADMIN'] });
  const sent: unknown[] = [];
  const webhooks: object[] = [webhook];
  const note = async ({ request }: { request: Request }) => {
    const text = await request.text();
    sent.push([new URL(request.url).pathname, text === '' ? null : JSON.parse(text)]);
  };
  server.use(
    http.get('/api/webhooks', () => HttpResponse.json(webhooks)),
    http.get('/api/webhooks/7/deliveries', () => HttpResponse.json({ data: [DELIVERY], next: null })),
    http.post('/api/webhooks', async (call) => note(call).then(() => HttpResponse.json({ id: 7, secret: 'whsec_x' }))),
    http.post('/api/webhooks/7/replay', async (call) => note(call).then(() => HttpResponse.json({ replayed: 1 }))),
    http.post('/api/webhooks/7/test', async (call) => note(call).then(() => HttpResponse.json({ ...DELIVERY, error: 'The connection was refused' }))),
    http.post('/api/webhooks/7/resume', async (call) => note(call).then(() => HttpResponse.json({ success: true }))),
  );
  return sent;
}

it('adds an endpoint and shows its secret once', async () => {
  const sent = serve();
  const user = openPage<WebhooksAddress>(WebhooksPage, {});
  await user.click(await screen.findByRole('button', { name: 'Add a webhook' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a webhook' }));
  await user.type(dialog.getByLabelText('Address'), 'http://erp.example.com');
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  expect([dialog.getByText(/begins with https:\/\/ and/), dialog.getByText('Choose at least one event')]).toHaveLength(2);
  await user.clear(dialog.getByLabelText('Address'));
  await user.type(dialog.getByLabelText('Address'), 'https://erp.example.com/hook');
  await user.click(dialog.getByLabelText(/An order changed/));
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  expect(within(await screen.findByRole('dialog', { name: 'The secret of this webhook' })).getByText('whsec_x')).toBeTruthy();
  expect(sent).toEqual([['/api/webhooks', { url: 'https://erp.example.com/hook', description: '', events: ['order.changed'] }]]);
});

it('shows deliveries and sends one again', async () => {
  const sent = serve();
  const user = openPage<WebhooksAddress>(WebhooksPage, {});
  await user.click(await screen.findByRole('button', { name: 'Open https://erp.example.com/hook' }));
  await user.click(await screen.findByRole('button', { name: 'Send test' }));
  await expect.poll(() => sent).toHaveLength(1);
  await user.click(await screen.findByRole('button', { name: 'Show stock.added, unit 9' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'stock.added' }));
  expect([dialog.getByText('evt_movement_3'), dialog.getByText('thanks'), dialog.getByText('204 in 12 ms')]).toHaveLength(3);
  expect(dialog.queryByText('N/A')).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Send again' }));
  await screen.findByText('The event is sent again');
  expect(sent).toEqual([
    ['/api/webhooks/7/test', null],
    ['/api/webhooks/7/replay', { event_ids: [3] }],
  ]);
});

it('says why it was paused, and resumes', async () => {
  const sent = serve({ ...WEBHOOK, state: 'PAUSED', pause_reason: 'No event arrived for 72 hours.' });
  const user = openPage<WebhooksAddress>(WebhooksPage, { webhook: 7 });
  await screen.findByText(/No event arrived for 72 hours\. Events wait/);
  await user.click(screen.getByRole('button', { name: 'Resume' }));
  await expect.poll(() => sent).toEqual([['/api/webhooks/7/resume', null]]);
});

it('is changed against the version that the dialog opened with, when somebody else changes it meanwhile', async () => {
  const sent = serve();
  server.use(
    http.post('/api/webhooks/7', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ error: { message: 'Somebody else changed it', reason: 'changed_meanwhile' } }, { status: 409 });
    }),
  );
  const user = openPage<WebhooksAddress>(WebhooksPage, { webhook: 7 });
  await user.click(await screen.findByRole('button', { name: 'Change' }));
  await user.type(await screen.findByLabelText('Description'), ' 2');
  server.use(http.get('/api/webhooks', () => HttpResponse.json([{ ...WEBHOOK, events: ['order.changed'], version: 2, waiting: 12 }])));
  readAgain(listWebhooks);
  await screen.findByText('12');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Somebody else changed it');
  expect(sent).toMatchObject([{ description: 'ERP 2', events: ['stock.added'], version: 1 }]);
});
