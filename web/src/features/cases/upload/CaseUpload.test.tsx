import { CASE_MESSAGES } from '@stowage/contract/cases/cases';
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { openPage } from '../../../../test/open-page.tsx';
import { server, signedIn } from '../../../../test/server.ts';
import { CaseUpload } from './CaseUpload.tsx';

let sent: { clientId: string }[] = [];
const code = { caseId: 12, qrToken: 'token', link: '/api/returns/createcase/uploadphotos?QRToken=token&caseId=12', expires_at: '2026-11-20 14:33:05' };

beforeEach(() => {
  signedIn();
  sent = [];
  server.use(
    http.post('/api/qrcreatecase', async ({ request }) => {
      sent.push((await request.json()) as { clientId: string });
      return HttpResponse.json([code]);
    }),
    http.get('/api/qrcases/12', () => HttpResponse.json({ photos: [], sections: [] })),
  );
});

const onCreated = vi.fn();
const show = () =>
  openPage(
    () => (
      <CaseUpload
        line={{ removal_shipment: 5, sku: 'SKU' }}
        disposition={{ id: 8, disposition: 'Wrong item' }}
        quantity={2}
        trackingNumber="1Z"
        onCreated={onCreated}
      />
    ),
    {},
  );

it('opens one case and shows its code, its link and the missing photos', async () => {
  show();
  expect(await screen.findByText('Scan to Upload Photos:')).toBeTruthy();
  const picture = screen.getByRole('img', { name: 'QR code to upload photos of case 12' });
  expect([picture.getAttribute('width'), picture.getAttribute('height')]).toEqual(['128', '128']);
  expect(screen.getByRole('link', { name: new URL(code.link, window.location.origin).href })).toBeTruthy();
  expect(await screen.findByText('No photos uploaded yet')).toBeTruthy();
  expect(sent).toEqual([
    { dispositionId: 8, quantity: 2, trackingNumber: '1Z', data: { removal_shipment: 5, sku: 'SKU' }, clientId: expect.stringMatching(/^[0-9a-f]{32}$/) },
  ]);
  expect(onCreated).toHaveBeenCalledWith(12);
});

it('reports a failure and retries with the same id', async () => {
  server.use(
    http.post(
      '/api/qrcreatecase',
      async ({ request }) => {
        sent.push((await request.json()) as { clientId: string });
        return HttpResponse.json({ error: { message: 'Only 1 of 4 units are left to disposition.' } }, { status: 422 });
      },
      { once: true },
    ),
  );
  const user = show();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(CASE_MESSAGES.notCreated);
  expect(alert.textContent).toContain('Only 1 of 4 units');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Scan to Upload Photos:')).toBeTruthy();
  await waitFor(() => expect(new Set(sent.map(({ clientId }) => clientId)).size).toBe(1));
});

it('reports a missing code', async () => {
  server.use(http.post('/api/qrcreatecase', () => HttpResponse.json([])));
  show();
  expect((await screen.findByRole('alert')).textContent).toBe(CASE_MESSAGES.noCode);
});

it('says that the photos could not be loaded', async () => {
  server.use(http.get('/api/qrcases/12', () => HttpResponse.json({ error: { message: 'Not now' } }, { status: 400 })));
  show();
  expect(await screen.findByText(/The photos could not be loaded/)).toBeTruthy();
  expect(screen.queryByText('No photos uploaded yet')).toBeNull();
});

it('reads the addresses of the photos again before they expire', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    let reads = 0;
    server.use(
      http.get('/api/qrcases/12', () => {
        reads += 1;
        const photo = {
          id: 1,
          section: 'box',
          original_filename: 'a.jpg',
          url: `/uploads/a.jpg?signature=${reads}`,
          thumbnail_url: `/uploads/a-400.jpg?signature=${reads}`,
        };
        return HttpResponse.json({ photos: [photo], sections: [{ section: 'box', name: 'Box', required: 1 }] });
      }),
    );
    show();
    const link = await screen.findByRole('link', { name: 'Box, a.jpg' });
    const first = reads;
    expect(link.getAttribute('href')).toBe(`/uploads/a.jpg?signature=${first}`);
    vi.advanceTimersByTime(3_599_000);
    await waitFor(() => expect(screen.getByRole('link', { name: 'Box, a.jpg' }).getAttribute('href')).toBe(`/uploads/a.jpg?signature=${first + 1}`));
  } finally {
    vi.useRealTimers();
  }
});
