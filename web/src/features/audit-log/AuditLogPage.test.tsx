import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { openPage } from '../../../test/open-page.tsx';
import { server, signedIn } from '../../../test/server.ts';
import { AuditLogPage } from './AuditLogPage.tsx';
import type { AuditLogAddress } from './audit-log-address.ts';

const entry = {
  ...{ id: '0-1', at: '2026-11-20T08:00:00.000Z', actorId: 7, actorName: 'Ann', requestId: null, action: 'CHANGED', records: 1 },
  ...{ recordKind: 'locations', recordId: '5', recordName: null, before: {}, after: {} },
};

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
