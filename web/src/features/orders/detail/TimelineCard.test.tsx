import type { OrderDetail } from '@stowage/contract/orders/order-detail';
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { openPage } from '../../../../test/open-page.tsx';
import { server, signedIn } from '../../../../test/server.ts';
import { TimelineCard } from './TimelineCard.tsx';

const order = { order_id: '112-1', events: [], imported_at: '2026-11-20 14:00:00', purchase_date: '2026-11-20 13:00:00' } as unknown as OrderDetail;
const note = () => screen.getByLabelText<HTMLInputElement>('Note');

it('keeps the next note that is typed while one is being saved', async () => {
  signedIn();
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  let sent = 0;
  server.use(
    http.post('/api/orders/notes', async () => {
      sent += 1;
      await gate;
      return HttpResponse.json({ success: true, message: 'Noted' });
    }),
  );
  const user = openPage(() => <TimelineCard order={order} />, {});
  await user.type(note(), 'Gift{Enter}');
  await waitFor(() => expect(sent).toBe(1));
  await user.clear(note());
  await user.type(note(), 'Call before delivery');
  release();
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add note' }).disabled).toBe(false));
  expect(note().value).toBe('Call before delivery');
});

it('repeats a note under the same id and gives a changed note another one', async () => {
  signedIn();
  const sent: { note: string; clientNoteId: string }[] = [];
  server.use(
    http.post('/api/orders/notes', async ({ request }) => {
      sent.push((await request.json()) as (typeof sent)[number]);
      return sent.length < 2 ? HttpResponse.error() : HttpResponse.json({ success: true, message: 'Noted' });
    }),
  );
  const user = openPage(() => <TimelineCard order={order} />, {});
  const save = async (count: number) => {
    await user.click(screen.getByRole('button', { name: 'Add note' }));
    await waitFor(() => expect(sent).toHaveLength(count));
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe(count < 2 ? 'Gift' : ''));
  };
  await user.type(screen.getByLabelText('Note'), 'Gift');
  await save(1);
  await save(2);
  await user.type(screen.getByLabelText('Note'), 'Gift');
  await save(3);
  const [first, again, another] = sent.map(({ clientNoteId }) => clientNoteId);
  expect(again).toBe(first);
  expect(another).not.toBe(first);
});
