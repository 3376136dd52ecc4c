import { getCompany } from '@stowage/contract/identity/company';
import { useQuery } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { bulkAnswer } from '../../../test/bulk.ts';
import { renderInPage } from '../../../test/open-page.tsx';
import { server, signedIn } from '../../../test/server.ts';
import { onceFor, queryFor } from '../../api/query.ts';
import { showBulk } from '../../shared/bulk/shown-bulk.ts';
import { Drawer } from '../../ui/dialog/Drawer.tsx';
import { useReopenedBulk } from './use-reopened-bulk.ts';

beforeEach(() => {
  signedIn();
  showBulk(undefined);
});

const answerPage = (...data: object[]) =>
  server.use(http.get('/api/bulk', () => HttpResponse.json({ data, totalCount: data.length, totalPages: 1, currentPage: 0 })));

function Reloaded() {
  useReopenedBulk();
  return null;
}

it('is shown again after a reload while its action runs, until it is closed', async () => {
  const { refused_rows: _, ...running } = bulkAnswer({ id: 7, state: 'RUNNING', total: 1_200, done: 300, finished_at: null, job_id: 3 });
  answerPage({ ...running, id: 8, state: 'DONE' }, running);
  server.use(http.get('/api/bulk/7', () => HttpResponse.json({ ...running, refused_rows: [] })));
  renderInPage(<Reloaded />);
  const panel = await screen.findByRole('region', { name: 'Move units (1,200)' });
  expect(panel.textContent).toContain('300 of 1,200');
  await userEvent.click(within(panel).getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('region', { name: 'Move units (1,200)' })).toBeNull();
});

it('reads everything again after its action except what a form edits', async () => {
  let reads = 0;
  server.use(http.get('/api/company', () => HttpResponse.json({ company: { name: 'Norden', timeZone: 'UTC', version: ++reads } })));
  function Page() {
    const edited = useQuery(onceFor(getCompany, {}));
    const shown = useQuery(queryFor(getCompany, {}));
    return <p>{`edited ${edited.data?.company?.version}, shown ${shown.data?.company?.version}`}</p>;
  }
  renderInPage(<Page />);
  await screen.findByText(/edited \d, shown \d/);
  const before = screen.getByText(/edited/).textContent?.match(/edited (\d)/)?.[1];
  showBulk({ action: bulkAnswer({ total: 2, done: 2 }), title: 'Move 2 units to B-3' });
  await screen.findByText(/shown [3-9]/);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(screen.getByText(/edited/).textContent).toContain(`edited ${before},`);
});

it('takes room from dialogs, drawers and toasts as long as it is shown', async () => {
  // jsdom has no layout.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(100);
  const room = () => document.documentElement.style.getPropertyValue('--panel');
  renderInPage(<p>Page</p>);
  showBulk({ action: bulkAnswer({ total: 2, done: 2 }), title: 'Move 2 units to B-3', stale: [] });
  const panel = await screen.findByRole('region', { name: 'Move 2 units to B-3' });
  expect(room()).toBe('124px');
  await userEvent.click(within(panel).getByRole('button', { name: 'Close' }));
  expect(room()).toBe('0px');
});

it('can be used from within an open drawer', async () => {
  renderInPage(
    <Drawer label="Listing" open onClose={() => {}}>
      Units
    </Drawer>,
  );
  await screen.findByRole('dialog');
  showBulk({ action: bulkAnswer({ total: 2, done: 2, undoable: 2 }), title: 'Move 2 units to B-3', stale: [] });
  expect(await screen.findByRole('button', { name: 'Undo 2' })).toBeTruthy();
});
