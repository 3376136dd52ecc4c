import { listAuditLog } from '@stowage/contract/audit-log/audit-log';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import { openPage, readAgain } from '../../../test/open-page.tsx';
import { createKeys } from '../../../test/scanner.ts';
import { server, signedIn } from '../../../test/server.ts';
import { AuditLogPage } from './AuditLogPage.tsx';
import type { AuditLogAddress } from './audit-log-address.ts';

const HAND_GAP_MS = 400;

const entry = {
  ...{ id: '0-1', at: '2026-11-20T08:00:00.000Z', actorId: 7, actorName: 'Ann', apiKey: null, requestId: null, action: 'CHANGED', records: 1 },
  ...{ recordKind: 'locations', recordId: '5', recordName: null, before: {}, after: {} },
};

it('opens an entry with all its fields by Enter, walks on, and returns to its row', async () => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  const changed = { ...entry, before: { a: 1, b: 2, c: 3, d: 4 }, after: { a: 2, b: 3, c: 4, d: 5 } };
  server.use(
    http.get('/api/audit-log', () => HttpResponse.json({ data: [changed, { ...entry, id: '0-2', actorName: 'Bob' }], next: null })),
    http.get('/api/audit-log/filters', () => HttpResponse.json({ actors: [], kinds: [], actions: [] })),
  );
  const user = openPage<AuditLogAddress>(AuditLogPage, {});
  const keys = createKeys(HAND_GAP_MS);
  const row = await screen.findByRole('row', { name: /Ann/ });
  row.focus();
  keys.press(row, 'Enter');
  const drawer = () => within(screen.getByRole('dialog', { name: 'Entry of the audit log' }));
  await waitFor(() => expect(drawer().getByText('d:')).toBeTruthy());
  await waitFor(() => expect(document.activeElement?.closest('[role=dialog]')?.textContent).toContain('Entry of the audit log'));
  keys.press(document.activeElement as HTMLElement, 'n');
  expect(await drawer().findByText('Bob')).toBeTruthy();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Bob'));
});

it('keeps the focus in the entry while it walks to a page that was read before', async () => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  server.use(
    http.get('/api/audit-log', ({ request }) =>
      HttpResponse.json(
        new URL(request.url).searchParams.has('after')
          ? { data: [{ ...entry, id: '0-2', actorName: 'Bob' }], next: null }
          : { data: [{ ...entry, id: '0-1' }], next: 'older' },
      ),
    ),
    http.get('/api/audit-log/filters', () => HttpResponse.json({ actors: [], kinds: [], actions: [] })),
  );
  // The frame in which the drawer takes the focus may come before any timer.
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((draw) => {
    queueMicrotask(() => draw(performance.now()));
    return 0;
  });
  const user = openPage<AuditLogAddress>(AuditLogPage, {});
  await user.click(within(await screen.findByRole('row', { name: /Ann/ })).getAllByRole('button')[0] as HTMLElement);
  const drawer = () => within(screen.getByRole('dialog', { name: 'Entry of the audit log' }));
  for (const [way, actor] of [
    ['Next', 'Bob'],
    ['Previous', 'Ann'],
    ['Next', 'Bob'],
  ] as const) {
    await user.click(drawer().getByRole('button', { name: `${way} record` }));
    await waitFor(() => expect(drawer().getByText(actor)).toBeTruthy());
  }
  // After everything that moves the focus.
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(document.activeElement?.closest('[role=dialog]')).not.toBeNull();
});

it('keeps an entry open that newer ones push out of the page, and then returns to the page', async () => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  let data = [entry];
  server.use(
    http.get('/api/audit-log', () => HttpResponse.json({ data, next: null })),
    http.get('/api/audit-log/filters', () => HttpResponse.json({ actors: [], kinds: [], actions: [] })),
  );
  const user = openPage<AuditLogAddress>(
    (props) => (
      <main tabIndex={-1}>
        <AuditLogPage {...props} />
      </main>
    ),
    {},
  );
  await user.click(within(await screen.findByRole('row', { name: /Ann/ })).getAllByRole('button')[0] as HTMLElement);
  data = [{ ...entry, id: '0-2', actorName: 'Bob' }];
  readAgain(listAuditLog);
  await screen.findByRole('row', { name: /Bob/, hidden: true });
  expect(within(screen.getByRole('dialog', { name: 'Entry of the audit log' })).getByText('Ann')).toBeTruthy();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement?.tagName).toBe('MAIN'));
});

it('shows the filters as chips, and pages that go on and back', async () => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  const asked: string[] = [];
  server.use(
    http.get('/api/audit-log', ({ request }) => {
      const { searchParams } = new URL(request.url);
      searchParams.delete('timeZone');
      asked.push(searchParams.toString());
      return HttpResponse.json({ data: [entry], next: 'older' });
    }),
    http.get('/api/audit-log/filters', () => HttpResponse.json({ actors: [{ id: 7, name: 'Ann' }], kinds: ['locations'], actions: ['CHANGED'] })),
  );
  const user = openPage<AuditLogAddress>(AuditLogPage, { actor: 7, kind: 'locations' });
  await screen.findByRole('button', { name: 'Remove the filter Who: Ann' });
  await user.click(await screen.findByRole('button', { name: 'Next 50' }));
  await user.click(await screen.findByRole('button', { name: 'Previous' }));
  await user.click(screen.getByRole('button', { name: 'Remove the filter Kind of record: Location' }));
  await waitFor(() => expect(asked).toEqual(['actor=7&kind=locations', 'actor=7&kind=locations&after=older', 'actor=7']));
});
