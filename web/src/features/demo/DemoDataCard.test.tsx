import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { server, signedIn } from '../../../test/server.ts';
import { createQueryClient } from '../../api/query.ts';
import { DemoDataCard } from './DemoDataCard.tsx';

let isPresent = true;
let sent: unknown[] = [];
const onRemoved = vi.fn();

beforeEach(() => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  [isPresent, sent] = [true, []];
  onRemoved.mockReset();
  server.use(
    http.get('/api/demo', () => HttpResponse.json({ isPresent })),
    http.post('/api/demo/remove', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ success: true });
    }),
  );
});

const show = () =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <DemoDataCard onRemoved={onRemoved} />
      <p>after</p>
    </QueryClientProvider>,
  );

it('removes the demo data once the word is typed', async () => {
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Remove the demo data' }));
  const dialog = await screen.findByRole('dialog');
  const submit = () => Array.from(dialog.querySelectorAll('button')).find(({ type }) => type === 'submit');
  expect(submit()?.disabled).toBe(true);
  await userEvent.type(screen.getByLabelText('Type REMOVE to confirm'), 'remov');
  expect(submit()?.disabled).toBe(true);
  await userEvent.type(screen.getByLabelText('Type REMOVE to confirm'), 'e');
  await userEvent.click(submit() as HTMLButtonElement);
  await waitFor(() => expect(onRemoved).toHaveBeenCalledOnce());
  expect(sent).toEqual([{ confirmation: 'REMOVE' }]);
});

it('shows nothing without demo data', async () => {
  isPresent = false;
  show();
  await screen.findByText('after');
  await waitFor(() => expect(screen.queryByText('Demo data')).toBeNull());
});
