import { type LocationRow, locationsTopic } from '@stowage/contract/inventory/locations';
import type { Label } from '@stowage/contract/labels/labels';
import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { publish } from '../../../../test/live.ts';
import { openPage } from '../../../../test/open-page.tsx';
import { server, signedIn } from '../../../../test/server.ts';
import { AdjustmentPage } from '../adjustment/AdjustmentPage.tsx';

const shelf: LocationRow = {
  id: 1,
  code: 'A-1',
  name: 'By the door',
  zone: 'A',
  kind: 'SHELF',
  units: 43,
  skus: 12,
  capacity: 40,
  sellable: true,
  active: true,
  last_counted_at: null,
};
let rows: LocationRow[] = [];
let sent: [path: string, body: unknown][] = [];
let printed: Label[] = [];
const path = '/api/inventory/locations';

const answer = (to: string, body: object, status = 200) =>
  http.post(to, async ({ request }) => {
    sent.push([to, await request.json()]);
    return HttpResponse.json(body, { status });
  });

beforeEach(() => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  [rows, sent, printed] = [[shelf, { ...shelf, id: 2, code: 'B-3', name: null, capacity: null, sellable: false, active: false }], [], []];
  server.use(
    http.get(path, () => HttpResponse.json(rows)),
    ...['', '/edit', '/deactivate', '/activate', '/generate'].map((to) => answer(path + to, { success: true, message: 'Done' })),
  );
});

async function open() {
  const user = openPage(
    (props: Omit<React.ComponentProps<typeof AdjustmentPage>, 'onPrint' | 'onCount'>) => (
      <AdjustmentPage {...props} onCount={() => {}} onPrint={(labels) => printed.push(...labels)} />
    ),
    { tab: 'locations' as const },
  );
  return { user, table: await screen.findByRole('table', { name: 'Locations' }) };
}

describe('the location master', () => {
  it('shows the units of each location and excesses', async () => {
    const { table } = await open();
    for (const text of ['43 / 40', '3 over', 'Yes', 'Not for sale']) expect(within(table).getByText(text)).toBeTruthy();
  });

  it('prints all shelves by its address, which names the dialog until it is closed, also to a page that is built anew', async () => {
    let close: (() => void) | undefined;
    const places: unknown[] = [];
    const Page = (props: Omit<React.ComponentProps<typeof AdjustmentPage>, 'onPrint' | 'onCount'>) => {
      places.push('place' in props.address ? props.address.place : undefined);
      return (
        <AdjustmentPage
          {...props}
          onCount={() => {}}
          onPrint={(labels, _copies, onClose) => {
            printed.push(...labels);
            close = onClose;
          }}
        />
      );
    };
    openPage(Page, { tab: 'locations' as const, place: 'print' as const });
    await waitFor(() => expect(printed.map((label) => 'code' in label && label.code)).toEqual(['A-1']));
    expect(places.at(-1)).toBe('print');
    act(() => close?.());
    await waitFor(() => expect(places.at(-1)).toBeUndefined());
    expect(printed).toHaveLength(1);
  });

  it('is filtered by code, name or zone', async () => {
    const { user, table } = await open();
    await user.type(screen.getByLabelText('Filter'), 'door');
    expect(within(table).getAllByRole('row')).toHaveLength(2);
    await user.type(screen.getByLabelText('Filter'), 'x');
    expect(screen.getByText('No locations found')).toBeTruthy();
  });

  it('adds a location and rejects a code that looks like a product before it is sent', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Add location' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add Location' });
    const save = () => user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await save();
    expect(within(dialog).getByText('Enter a code')).toBeTruthy();
    await user.type(within(dialog).getByLabelText('Code'), 'B0ABCDEFGH');
    await save();
    expect(within(dialog).getByText('This looks like the code of a product')).toBeTruthy();
    await user.clear(within(dialog).getByLabelText('Code'));
    await user.type(within(dialog).getByLabelText('Code'), 'H-1');
    await user.type(within(dialog).getByLabelText('Capacity'), '12x');
    await save();
    expect(within(dialog).getByText('A whole number of units, 1 or more')).toBeTruthy();
    await user.clear(within(dialog).getByLabelText('Capacity'));
    await user.type(within(dialog).getByLabelText('Capacity'), '12');
    await save();
    await waitFor(() => expect(sent).toEqual([[path, { code: 'H-1', name: '', zone: '', capacity: 12, sellable: true }]]));
  });

  it("renames a location and shows why it can't be renamed", async () => {
    server.use(answer(`${path}/edit`, { success: false, message: 'There is already a location B-3' }, 409));
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Edit A-1' }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit A-1' });
    const code = within(dialog).getByLabelText<HTMLInputElement>('Code');
    expect(code.value).toBe('A-1');
    await user.clear(code);
    await user.type(code, 'B-3');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect((await within(dialog).findByRole('alert')).textContent).toBe('There is already a location B-3');
    const seen = { code: 'A-1', name: 'By the door', zone: 'A', capacity: 40, sellable: true };
    expect(sent).toEqual([[`${path}/edit`, { id: 1, ...seen, code: 'B-3', seen }]]);
  });

  it('says what the person saw when the dialog opened, when somebody else changes the location meanwhile', async () => {
    const { user, table } = await open();
    await user.click(screen.getByRole('button', { name: 'Edit A-1' }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit A-1' });
    rows = [{ ...shelf, name: 'By the window', capacity: 90 }];
    publish(locationsTopic, { locationId: 1 });
    await within(table).findByText('By the window');
    await user.clear(within(dialog).getByLabelText('Zone'));
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    const seen = { code: 'A-1', name: 'By the door', zone: 'A', capacity: 40, sellable: true };
    await waitFor(() => expect(sent).toEqual([[`${path}/edit`, { id: 1, ...seen, zone: '', seen }]]));
  });

  it('offers both names of a location that somebody else renamed, without typing again', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Edit A-1' }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit A-1' });
    const save = async (name: string) => await user.click(within(dialog).getByRole('button', { name }));
    await user.clear(within(dialog).getByLabelText('Name'));
    await user.type(within(dialog).getByLabelText('Name'), 'By the stairs');
    rows = [{ ...shelf, name: 'By the window', capacity: 90 }];
    const refusal = { success: false, message: 'Somebody else changed this location.', error: { message: 'Changed', reason: 'changed_meanwhile' } };
    server.use(answer(`${path}/edit`, refusal, 409));
    await save('Save');
    await within(dialog).findByText('Name: it is "By the window" now, yours is "By the stairs"');
    server.use(answer(`${path}/edit`, { success: true, message: 'Done' }));
    await save('Save mine');
    const seen = { code: 'A-1', name: 'By the window', zone: 'A', capacity: 90, sellable: true };
    await waitFor(() => expect(sent[1]).toEqual([`${path}/edit`, { id: 1, ...seen, name: 'By the stairs', seen }]));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit A-1' })).toBeNull());
  });

  it('deactivates a location or names what is in it', async () => {
    const message = 'A-1 holds 43 units, such as Electric Kettle. Move them before deactivating it.';
    server.use(answer(`${path}/deactivate`, { success: false, message }, 409));
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Deactivate A-1' }));
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0);
    await user.click(screen.getByRole('button', { name: 'Activate B-3' }));
    await waitFor(() => expect(sent.at(-1)).toEqual([`${path}/activate`, { id: 2 }]));
  });

  it('prints the label of one location or of all active ones', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Print label of A-1' }));
    await user.click(screen.getByRole('button', { name: 'Print labels' }));
    expect(printed).toEqual(Array(2).fill({ code: 'A-1', title: 'By the door', detail: 'Zone A', isLarge: true }));
  });

  it('is read-only without permission', async () => {
    signedIn();
    const { table } = await open();
    expect(screen.queryByRole('button', { name: 'Add location' })).toBeNull();
    expect(within(table).queryByRole('button', { name: /^(Edit|Deactivate|Activate)/ })).toBeNull();
  });
});

describe('locations from a pattern', () => {
  it('shows what a pattern makes, adds it and prints the labels of all', async () => {
    rows = [shelf, { ...shelf, id: 3, code: 'Z-9', units: 0 }];
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Make from a pattern' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Make Locations' }));
    await user.type(dialog.getByLabelText('Pattern'), 'A-B x 8-1');
    expect(dialog.getByText(/“8-1” is not a range/i)).toBeTruthy();
    await user.clear(dialog.getByLabelText('Pattern'));
    await user.type(dialog.getByLabelText('Pattern'), 'A-B x 1-2');
    expect(dialog.getByText('A-1 A-2 B-1 B-2')).toBeTruthy();
    expect(dialog.getByText('3 new, 1 exist already and stay as they are')).toBeTruthy();
    await user.click(dialog.getByLabelText('Deactivate the 1 other empty shelves'));
    await user.click(dialog.getByRole('button', { name: 'Add 3 locations' }));
    await waitFor(() => expect(printed.map((label) => 'code' in label && label.code)).toEqual(['A-1', 'A-2', 'B-1', 'B-2']));
    expect(sent).toEqual([[`${path}/generate`, { pattern: 'A-B x 1-2', separator: '-', zone: '', deactivateOthers: true }]]);
    expect(screen.queryByRole('dialog', { name: 'Make Locations' })).toBeNull();
  });
});
