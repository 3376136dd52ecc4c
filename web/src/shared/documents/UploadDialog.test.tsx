import { act, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';
import { openPage } from '../../../test/open-page.tsx';
import { server, signedIn } from '../../../test/server.ts';
import { SlowLine } from '../../../test/slow-line.ts';
import { UploadDialog } from './UploadDialog.tsx';

afterEach(() => vi.unstubAllGlobals());

it('shows which file is being sent and its progress', async () => {
  signedIn();
  const onClose = vi.fn();
  const user = openPage(() => <UploadDialog files={[new File(['a,b'], 'a.csv'), new File(['c,d'], 'c.csv')]} onClose={onClose} />, {});
  const button = await screen.findByRole('button', { name: 'File' });
  vi.stubGlobal('XMLHttpRequest', SlowLine);
  await user.click(button);
  for (const nth of [1, 2]) {
    await screen.findByRole('button', { name: `Sending ${nth} of 2, 0 %` });
    const line = SlowLine.last;
    act(() => line.move(37, 100));
    await screen.findByRole('button', { name: `Sending ${nth} of 2, 37 %` });
    act(() => line.move(100, 100));
    await screen.findByRole('button', { name: 'Saving...' });
    act(() => line.answer({ id: nth, duplicates: [] }));
  }
  await waitFor(() => expect(onClose).toHaveBeenCalled());
});

it('offers the types that the person may file', async () => {
  signedIn();
  openPage(() => <UploadDialog files={[new File(['a,b'], 'a.csv')]} onClose={vi.fn()} />, {});
  const types = await screen.findByLabelText<HTMLSelectElement>('Type');
  expect([...types.options].map(({ label }) => label)).toEqual(['Label PDF', 'Other']);
});

it('creates another document when a file is sent again as another kind', async () => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  const sent: (readonly [string | null, string | null])[] = [];
  server.use(
    http.post('/api/documents', ({ request }) => {
      const query = new URL(request.url).searchParams;
      sent.push([query.get('client_id'), query.get('type')]);
      return sent.length < 3 ? HttpResponse.json({ error: { message: 'The line broke' } }, { status: 503 }) : HttpResponse.json({ id: 1, duplicates: [] });
    }),
  );
  const onClose = vi.fn();
  const user = openPage(() => <UploadDialog files={[new File(['a,b'], 'a.csv')]} onClose={onClose} />, {});
  await user.click(await screen.findByRole('button', { name: 'File' }));
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  await screen.findByRole('button', { name: 'Try again' });
  await user.selectOptions(screen.getByLabelText('Type'), 'CREDIT');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const [first, second, third] = sent.map(([id]) => id);
  expect([first === second, first === third]).toEqual([true, false]);
  expect(sent.map(([, type]) => type)).toEqual(['OTHER', 'OTHER', 'CREDIT']);
});
