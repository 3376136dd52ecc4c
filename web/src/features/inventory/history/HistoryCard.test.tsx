import { historyPage } from '@stowage/contract/inventory/scan';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { readAgain } from '../../../../test/open-page.tsx';
import { historyRow, open, world } from '../../../../test/scan-tab.tsx';
import { scanInto } from '../../../../test/scanner.ts';
import { server } from '../../../../test/server.ts';

// The live connection has its own tests, in a real browser.

describe('the history', () => {
  it("has the specification's columns and N/A for missing values", async () => {
    world.rows = [historyRow({ item_name: null, seller_sku: null, asin: null, sku_condition: null, identifier: '123456789' })];
    await open();
    const table = await screen.findByRole('table', { name: 'Inventory History' });
    const headings = within(table)
      .getAllByRole('columnheader')
      .map((cell) => cell.textContent);
    expect(headings).toEqual(['Item Name', 'FNSKU', 'ASIN', 'SELLER SKU', 'CONDITION', 'LOCATION', 'DATE', 'EDIT', 'DELETE/RESTORE']);
    const cells = within(table)
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
    expect(cells.slice(0, 6)).toEqual(['N/A', '123456789', 'N/A', 'N/A', 'N/A', 'A-1']);
    expect(screen.getByText('A record of recent inventory updates, including ASIN, SKU, FNSKU, and GTIN.')).toBeTruthy();
    expect(screen.getByText(/^Current Time:/)).toBeTruthy();
  });

  it('shows the seller SKU instead of a missing name, and an unknown condition as stored', async () => {
    world.rows = [historyRow({ item_name: null, sku_condition: 7 })];
    await open();
    const cells = (await screen.findAllByRole('cell')).map((cell) => cell.textContent);
    expect([cells[0], cells[4]]).toEqual(['KETTLE-N', '7']);
  });

  it('shows ten rows per page', async () => {
    world.rows = Array.from({ length: 23 }, (_, i) => historyRow({ id: 100 - i }));
    const { user } = await open();
    const pages = await screen.findByRole('navigation', { name: 'Pages' });
    expect(pages.textContent).toContain('Showing 1 to 10 of 23 results');
    expect(within(pages).getByRole<HTMLButtonElement>('button', { name: 'Previous' }).disabled).toBe(true);
    await user.click(within(pages).getByRole('button', { name: 'Page 3' }));
    await waitFor(() => expect(screen.getByRole('navigation', { name: 'Pages' }).textContent).toContain('Showing 21 to 23 of 23 results'));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next' }).disabled).toBe(true);
  });

  it('returns to the first page after a scan', async () => {
    world.rows = Array.from({ length: 23 }, (_, i) => historyRow({ id: 100 - i }));
    const { field } = await open({ page: 3 });
    scanInto(field, 'X00KETTLEN');
    await waitFor(() => expect(screen.getByRole('navigation', { name: 'Pages' }).textContent).toContain('Showing 1 to 10 of 24 results'));
  });

  it('reports that it could not be loaded and reloads on request', async () => {
    server.use(http.get('/api/inventory/history', () => HttpResponse.json({ error: { message: 'No permission' } }, { status: 403 }), { once: true }));
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No scans yet')).toBeTruthy();
  });
});

it('saves no location that the person has not changed, when somebody else has moved the unit meanwhile', async () => {
  world.rows = [historyRow({ id: 9 })];
  const moves: unknown[] = [];
  server.use(
    http.post('/api/updatelocalinventoryitem', async ({ request }) => {
      moves.push(await request.json());
      return HttpResponse.json({ success: true, message: 'Location updated' });
    }),
  );
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Edit Electric Kettle in A-1' }));
  world.rows = [historyRow({ id: 9, location: 'C-4', location_id: 3 })];
  readAgain(historyPage);
  await screen.findByRole('button', { name: 'Edit Electric Kettle in C-4', hidden: true });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(moves).toEqual([]);
});

describe('delete and restore', () => {
  it.each([
    [
      'delete',
      0,
      'Delete Item',
      'Are you sure you want to delete this inventory item? This action can be undone by restoring the item.',
      'Item deleted successfully',
    ],
    ['restore', 1, 'Restore Item', 'Are you sure you want to restore this inventory item?', 'Item restored successfully'],
  ] as const)('%s asks, shows progress and reports the result', async (action, deleted, title, question, done) => {
    world.rows = [historyRow({ id: 9, deleted })];
    const bodies: unknown[] = [];
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    server.use(
      http.post(`/api/localinventory/${action}`, async ({ request }) => {
        bodies.push(await request.json());
        await released;
        return HttpResponse.json({ success: true, message: 'x' });
      }),
    );
    const { user } = await open();
    const verb = action === 'delete' ? 'Delete' : 'Restore';
    await user.click(await screen.findByRole('button', { name: `${verb} Electric Kettle in A-1` }));
    const dialog = await screen.findByRole('dialog', { name: title });
    expect(dialog.textContent).toContain(question);
    await user.click(within(dialog).getByRole('button', { name: verb }));
    expect(within(dialog).getByRole('button', { name: 'Processing...' })).toBeTruthy();
    release();
    expect((await screen.findAllByText(done)).length).toBeGreaterThan(0);
    expect(bodies).toEqual([{ id: 9 }]);
    await waitFor(() => expect(screen.queryByRole('dialog', { name: title })).toBeNull());
  });

  it.each([
    [
      () => HttpResponse.json({ success: false, message: 'The item is already deleted' }, { status: 409 }),
      'Failed to delete item: The item is already deleted',
    ],
    [() => HttpResponse.error(), 'Error deleting item. Please try again.'],
  ])('distinguish failures: %#', async (answer, message) => {
    world.rows = [historyRow({})];
    server.use(http.post('/api/localinventory/delete', answer));
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Delete Electric Kettle in A-1' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0);
  });

  it('disables Edit and strikes the row through after a deletion', async () => {
    world.rows = [historyRow({ deleted: 1 })];
    await open();
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Edit Electric Kettle in A-1' })).disabled).toBe(true);
    const row = screen.getByText('Electric Kettle').closest('tr');
    const cells = [...(row?.cells ?? [])].slice(0, 7);
    expect(cells.map((cell) => cell.textContent === cell.querySelector('s')?.textContent)).toEqual(Array(7).fill(true));
    expect(row?.querySelector('a')).toBeNull();
  });
});

describe('the Edit Item dialog', () => {
  async function openDialog(answer: () => Response) {
    world.rows = [historyRow({ id: 9 })];
    const bodies: unknown[] = [];
    server.use(
      http.post('/api/updatelocalinventoryitem', async ({ request }) => {
        bodies.push(await request.json());
        return answer();
      }),
    );
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Edit Electric Kettle in A-1' }));
    const dialog = await screen.findByRole('dialog', { name: 'Electric Kettle' });
    return { user, dialog, bodies, select: within(dialog).getByLabelText<HTMLSelectElement>('Location') };
  }

  it('offers the fixed list, starts at the current location and saves', async () => {
    const { user, dialog, select, bodies } = await openDialog(() => HttpResponse.json({ success: true, message: 'x' }));
    const options = within(select)
      .getAllByRole('option')
      .map((option) => option.textContent);
    expect([options.length, options[0], options[1], options.at(-1), select.value]).toEqual([57, 'Select Location', 'A-1', 'G-8', 'A-1']);
    await user.selectOptions(select, 'G-8');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(bodies).toEqual([{ id: 9, location: 'G-8', quantity: 1 }]);
  });

  it.each([
    [() => HttpResponse.json({ success: false, message: 'There is no location G-8' }, { status: 404 }), 'Failed to update location: There is no location G-8'],
    [() => HttpResponse.json({ success: false, message: '' }, { status: 422 }), 'Failed to update location: Unknown error'],
    [() => HttpResponse.json({}, { status: 500 }), 'Failed to update location - please try again'],
  ])('stays open and shows the error: %#', async (answer, message) => {
    const { user, dialog } = await openDialog(answer);
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0);
    expect(screen.getByRole('dialog', { name: 'Electric Kettle' })).toBeTruthy();
  });
});
