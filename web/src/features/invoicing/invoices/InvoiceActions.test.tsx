import type { InvoiceDetail } from '@stowage/contract/invoicing/vendor-invoices';
import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { openPage } from '../../../../test/open-page.tsx';
import { server, signedIn } from '../../../../test/server.ts';
import { InvoiceActions } from './InvoiceActions.tsx';

const paid = { id: 7, version: 3, number: 'A-1', state: 'PAID', invoiced_on: '2026-11-18', difference: '0.00', lines: [], amount_paid: '15.00' };

function open(toPay: string) {
  signedIn({ roles: ['ROLE_ADMIN'] });
  const invoice = { ...paid, to_pay: toPay } as unknown as InvoiceDetail;
  return openPage(() => <InvoiceActions invoice={invoice} mayWrite mayApprove onAddress={() => {}} />, {});
}

it('pays the rest of a paid invoice in the displayed version', async () => {
  let sent: object | undefined;
  server.use(
    http.post('/api/vendor-invoices/7/pay', async ({ request }) => {
      sent = (await request.json()) as object;
      return HttpResponse.json({ success: true });
    }),
  );
  const user = open('10.00');
  await user.click(await screen.findByRole('button', { name: 'Pay the rest' }));
  expect(await screen.findByText('$10.00 was paid, in addition to $15.00.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Mark as paid' }));
  await expect.poll(() => sent).toMatchObject({ version: 3, to_pay: '10.00', client_id: expect.any(String) });
});

it("doesn't pay a paid invoice again when nothing is left", async () => {
  open('0.00');
  await screen.findByRole('button', { name: 'Enter correcting invoice' });
  expect(screen.queryByRole('button', { name: /Pay|paid/ })).toBeNull();
});
