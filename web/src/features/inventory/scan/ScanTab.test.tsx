import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { openPage, renderInPage } from '../../../../test/open-page.tsx';
import { historyRow, locations, open, world } from '../../../../test/scan-tab.tsx';
import { createKeys, scanInto, typeByHand } from '../../../../test/scanner.ts';
import { server, signedIn } from '../../../../test/server.ts';
import { played } from '../../../../test/setup.ts';
import { closeScanQueues } from '../../../shared/scan/scan-queues.ts';
import { ScanTab } from './ScanTab.tsx';
import type { ScanTabAddress } from './scan-tab-address.ts';

// The live connection has its own tests, in a real browser.

describe('scanning', () => {
  it('starts at A-1 with the focus in the field', async () => {
    const { field } = await open();
    expect(screen.getByLabelText<HTMLSelectElement>('Location').value).toBe('A-1');
    expect(document.activeElement).toBe(field);
  });

  it("starts at the person's preferred location unless the address or this tab has another one", async () => {
    const shown = () => screen.getByLabelText<HTMLSelectElement>('Location').value;
    const settings = { preferences: { location: 'RECEIVING' } };
    server.use(http.get('/api/user/settings', () => HttpResponse.json({ settings })));
    const { field } = await open();
    expect([shown(), document.activeElement]).toEqual(['RECEIVING', field]);
    scanInto(field, 'b-3');
    cleanup();
    await open();
    expect(shown()).toBe('B-3');
    cleanup();
    await open({ location: 'A-1' });
    expect(shown()).toBe('A-1');
  });

  it("holds scans until the person's settings are loaded, and then scans into the preferred location", async () => {
    let answer = () => {};
    const loaded = new Promise<void>((resolve) => {
      answer = resolve;
    });
    server.use(
      http.get('/api/user/settings', async () => {
        await loaded;
        return HttpResponse.json({ settings: { preferences: { location: 'RECEIVING' } } });
      }),
    );
    openPage(ScanTab, {});
    for (const code of ['X00KETTLEN', 'X00CUPS001', 'b-3', 'X00KETTLEN']) scanInto(document.body, code);
    expect(sessionStorage.getItem('stowage.scan-location.7')).toBeNull();
    answer();
    await waitFor(() => expect(world.scans).toHaveLength(3));
    expect(world.scans).toMatchObject([
      { productId: 'X00KETTLEN', locationId: 3 },
      { productId: 'X00CUPS001', locationId: 3 },
      { productId: 'X00KETTLEN', locationId: 2 },
    ]);
    expect(screen.getByLabelText<HTMLSelectElement>('Location').value).toBe('B-3');
  });

  it('scans the code of a scanner that sends the symbology before it', async () => {
    const { field } = await open();
    scanInto(field, ']C0B-3', ']C0X00KETTLEN', ']C0LPN0001');
    await waitFor(() => expect(world.scans).toMatchObject([{ productId: 'X00KETTLEN', locationId: 2 }]));
    expect((await screen.findAllByText('LPN codes are not supported')).length).toBeGreaterThan(0);
  });

  it("starts at A-1 when the person's settings can't be loaded", async () => {
    server.use(http.get('/api/user/settings', () => HttpResponse.json({}, { status: 500 })));
    await open();
    expect(screen.getByLabelText<HTMLSelectElement>('Location').value).toBe('A-1');
  });

  it('submits immediately on Enter, plays the success tone, clears the field and shows the result', async () => {
    const { field } = await open();
    scanInto(field, 'X00KETTLEN');
    await screen.findByText('Added to A-1');
    expect(world.scans).toMatchObject([{ productId: 'X00KETTLEN', locationId: 1 }]);
    expect([field.value, played]).toEqual(['', ['/sounds/success.wav']]);
    expect(await screen.findByText(/X00KETTLEN · KETTLE-N · New/)).toBeTruthy();
  });

  it('names the product of a code that has no listing', async () => {
    const { field } = await open();
    server.use(
      http.post('/api/sfinventory', async ({ request }) => {
        const { clientScanId } = (await request.json()) as { clientScanId: string };
        world.rows = [historyRow({ client_scan_id: clientScanId, identifier: '410000000007', seller_sku: null, sku_condition: null })];
        return HttpResponse.text('ok');
      }),
    );
    scanInto(field, '410000000007');
    await screen.findByText('Added to A-1, without a listing');
    expect(screen.getByRole('link', { name: 'Electric Kettle' }).getAttribute('href')).toBe('/products/1');
    expect(screen.queryByText('Add Product')).toBeNull();
    const list = within(screen.getByRole('list', { name: 'Scans' }));
    expect(list.getByText('Without a listing')).toBeTruthy();
    // The next scan's page does not have the row any more.
    scanInto(field, '410000000007');
    await waitFor(() => expect(list.getAllByText('Without a listing')).toHaveLength(2));
  });

  it('submits typed text a second after the last key, and not earlier', async () => {
    const { field } = await open();
    typeByHand(field, 'X00KETTLEN');
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(world.scans).toEqual([]);
    await waitFor(() => expect(world.scans).toHaveLength(1));
    await waitFor(() => expect(field.value).toBe(''));
  });

  // After so many codes that end with a key the scanner is recognized.
  it('waits longer for the end of the first code if its keys arrive late', async () => {
    const { field } = await open();
    const keys = createKeys(4, 400);
    keys.press(field, ...'X00LATE');
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    keys.press(field, ...'01', 'Enter');
    await waitFor(() => expect(world.scans).toHaveLength(1));
    expect(world.scans).toMatchObject([{ productId: 'X00LATE01' }]);
  });

  it('sends all scans of a burst in order, each with its own id', async () => {
    const { field } = await open();
    const codes = Array.from({ length: 20 }, (_, i) => `X00BURST${String(i).padStart(2, '0')}`);
    for (const code of codes) scanInto(field, code);
    await waitFor(() => expect(world.scans).toHaveLength(20));
    expect(world.scans.map(({ productId }) => productId)).toEqual(codes);
    expect(new Set(world.scans.map(({ clientScanId }) => clientScanId)).size).toBe(20);
  });

  it('waits longer for the end of a code when the scanner always ends codes, because its keys arrive late on a busy machine', async () => {
    const { field } = await open();
    for (const nth of [1, 2, 3, 4, 5]) scanInto(field, `X00KNOWN0${nth}`);
    const keys = createKeys();
    keys.press(field, ...'X00LATE');
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    keys.press(field, ...'01', 'Enter');
    await waitFor(() => expect(world.scans).toHaveLength(6));
    expect(world.scans.at(-1)).toMatchObject({ productId: 'X00LATE01' });
  });

  it.each(['LPNRR123456', 'lpn0001'])('rejects %s without calling the server', async (code) => {
    const { field } = await open();
    scanInto(field, code);
    expect((await screen.findAllByText('LPN codes are not supported')).length).toBeGreaterThan(0);
    expect([field.value, world.scans, played]).toEqual(['', [], ['/sounds/error.wav']]);
  });

  it('shows a rejected LPN in place of the previous result, also after the next key, and keeps its row', async () => {
    const { field, user } = await open();
    scanInto(field, 'X00KETTLEN');
    await screen.findByText('Added to A-1');
    await user.type(field, 'LPNRR123456{Enter}X');
    expect(screen.queryByText('Added to A-1')).toBeNull();
    const row = () =>
      within(screen.getByRole('list', { name: 'Scans' }))
        .queryByText('LPNRR123456')
        ?.closest('li')?.textContent;
    expect(row()).toBe('LPNRR123456A-1Not addedLPN codes are not supported');
    expect(Object.keys(localStorage).filter((key) => key.startsWith('stowage.scan.'))).toEqual([]);
    await user.clear(field);
    for (let i = 10; i < 22; i++) scanInto(field, `X00LATER${i}`);
    await waitFor(() => expect(world.scans).toHaveLength(13));
    await waitFor(() => expect(screen.queryByText('Saving')).toBeNull());
    expect(row()).toBe('LPNRR123456A-1Not addedLPN codes are not supported');
    expect(within(screen.getByRole('list', { name: 'Scans' })).getAllByRole('listitem')).toHaveLength(13);
  });

  it('shows a rejection of the server and clears it with the next key', async () => {
    const refusal = { error: { message: 'Not a valid UPC, EAN, ASIN, SKU, or FNSKU', reason: 'not_an_identifier' } };
    server.use(http.post('/api/sfinventory', () => HttpResponse.json(refusal, { status: 422 })));
    const { field, user } = await open();
    scanInto(field, '12345678');
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    expect(played).toEqual(['/sounds/error.wav']);
    await user.type(field, '1');
    expect(field.getAttribute('aria-invalid')).toBeNull();
  });

  it('lists scans by time, failed ones too, and does not keep a code that nothing has', async () => {
    server.use(
      http.post('/api/sfinventory', async ({ request }) => {
        const { productId } = (await request.json()) as (typeof world.scans)[number];
        if (productId === 'X000BROKEN') return HttpResponse.json({ error: { message: 'The location is closed' } }, { status: 422 });
        if (productId === '12345678')
          return HttpResponse.json({ error: { message: 'Not a valid UPC, EAN, ASIN, SKU, or FNSKU', reason: 'not_an_identifier' } }, { status: 422 });
        return HttpResponse.text('ok');
      }),
    );
    const { field, user } = await open();
    scanInto(field, 'X000BROKEN', '12345678', 'X00KETTLEN');
    await screen.findByText('Added to A-1');
    const list = screen.getByRole('list', { name: 'Scans' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent?.slice(0, 8)),
    ).toEqual(['X00KETTL', '12345678', 'X000BROK']);
    expect(screen.getByText('1 not saved')).toBeTruthy();
    const stored = () => Object.keys(localStorage).filter((key) => key.startsWith('stowage.scan.7.'));
    expect(stored().map((key) => JSON.parse(localStorage.getItem(key) ?? '').code)).toEqual(['X000BROKEN']);
    cleanup();
    closeScanQueues();
    await open();
    expect(screen.getByText('Scan the first unit')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect([stored(), screen.queryByText('1 not saved')]).toEqual([[], null]);
  });

  it('says once at the result why a scan failed, and once in the list', async () => {
    server.use(http.post('/api/sfinventory', () => HttpResponse.json({ error: { message: 'The location is closed' } }, { status: 422 })));
    const { field, user } = await open();
    scanInto(field, 'X000BROKEN', 'X000BROKEN');
    await waitFor(() => expect(screen.getByText('2 not saved')).toBeTruthy());
    expect(screen.getAllByText('The location is closed').map(({ parentElement }) => parentElement?.tagName)).toEqual(['DIV', 'LI', 'LI']);
    await user.click(screen.getByRole('button', { name: 'Dismiss all' }));
    await waitFor(() => expect(screen.queryByText('2 not saved')).toBeNull());
  });

  it('submits nothing for an empty field', async () => {
    const { field, user } = await open();
    await user.type(field, '   {Enter}');
    expect(world.scans).toEqual([]);
  });

  it('repeats a scan under the same id until the server answers', async () => {
    const ids: string[] = [];
    server.use(
      http.post('/api/sfinventory', async ({ request }) => {
        ids.push(((await request.json()) as { clientScanId: string }).clientScanId);
        return ids.length < 3 ? HttpResponse.error() : HttpResponse.text('ok');
      }),
    );
    const { field } = await open();
    scanInto(field, 'X00KETTLEN');
    expect((await screen.findAllByText('Not saved yet, retrying')).length).toBeGreaterThan(0);
    await screen.findByText('Added to A-1');
    expect(new Set(ids).size).toBe(1);
  });

  it('says of every scan that waits behind a failed one that it is not saved', async () => {
    let isReachable = false;
    const answer = () => (isReachable ? HttpResponse.text('ok') : HttpResponse.error());
    server.use(http.post('/api/sfinventory', answer));
    const { field } = await open();
    scanInto(field, 'X00KETTLEN', 'X00CUPS001');
    // Two in the list, and the last scan in large type.
    await waitFor(() => expect(screen.getAllByText('Not saved yet, retrying')).toHaveLength(3));
    scanInto(field, 'X00KETTLEN');
    expect(screen.getAllByText('Not saved yet, retrying')).toHaveLength(4);
    expect(screen.queryByText('Saving')).toBeNull();
    isReachable = true;
    await waitFor(() => expect(screen.queryByText('Not saved yet, retrying')).toBeNull());
  });

  it('gives up on a scan that fails on the server and continues with the next one', async () => {
    server.use(
      http.post('/api/sfinventory', async ({ request }) => {
        const body = (await request.json()) as (typeof world.scans)[number];
        if (body.productId === 'X000BROKEN') return HttpResponse.json({ error: { message: 'Something went wrong' } }, { status: 500 });
        world.scans.push(body);
        return HttpResponse.text('ok');
      }),
    );
    const { field } = await open();
    scanInto(field, 'X000BROKEN', 'X00KETTLEN');
    await waitFor(() => expect(world.scans).toMatchObject([{ productId: 'X00KETTLEN' }]));
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
  });

  it('takes the problem of a scan away that is saved by a retry, and keeps the keyboard in the list', async () => {
    let isBroken = true;
    server.use(
      http.post('/api/sfinventory', () =>
        isBroken ? HttpResponse.json({ error: { message: 'The disk is full' } }, { status: 500 }) : HttpResponse.text('ok'),
      ),
    );
    const { field } = await open();
    scanInto(field, 'X00KETTLEN');
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    isBroken = false;
    const retry = screen.getByRole('button', { name: 'Retry' });
    retry.focus();
    await userEvent.keyboard('{Enter}');
    await screen.findByText('Added to A-1');
    expect(screen.queryByText(/The disk is full/)).toBeNull();
    expect(field.getAttribute('aria-invalid')).not.toBe('true');
    expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Scans' }));
  });

  it('restores typed text that the server rejected', async () => {
    const refusal = { error: { message: 'Not a valid UPC, EAN, ASIN, SKU, or FNSKU', reason: 'not_an_identifier' } };
    server.use(http.post('/api/sfinventory', () => HttpResponse.json(refusal, { status: 422 })));
    const { field } = await open();
    typeByHand(field, '12345678');
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    expect([field.value, field.selectionStart, field.selectionEnd]).toEqual(['12345678', 8, 8]);
    typeByHand(field, '9');
    expect(field.value).toBe('123456789');
  });

  it('sends the pending scans of an earlier page after a reload', async () => {
    const scan = { id: 'left-behind-scan', code: 'X00KETTLEN', locationId: 2, location: 'B-3', at: 1, state: 'retrying' };
    localStorage.setItem('stowage.scan.7.left-behind-scan', JSON.stringify(scan));
    localStorage.setItem('stowage.scan.8.of-somebody-else', JSON.stringify({ ...scan, id: 'of-somebody-else' }));
    await open();
    await waitFor(() => expect(world.scans).toMatchObject([{ productId: 'X00KETTLEN', locationId: 2, clientScanId: 'left-behind-scan' }]));
    await waitFor(() => expect(Object.keys(localStorage).filter((key) => key.startsWith('stowage.scan.'))).toEqual(['stowage.scan.8.of-somebody-else']));
  });

  it("keeps a person's scans until they sign in again", async () => {
    server.use(
      http.post('/api/sfinventory', () => HttpResponse.json({}, { status: 401 })),
      http.post('/api/refresh', () => HttpResponse.json({}, { status: 401 })),
    );
    const { field } = await open();
    scanInto(field, 'X00KETTLEN');
    await waitFor(() => expect(localStorage.getItem('jwt')).toBeNull());
    cleanup();
    closeScanQueues();
    server.resetHandlers();
    server.use(
      http.post('/api/sfinventory', async ({ request }) => {
        world.scans.push((await request.json()) as (typeof world.scans)[number]);
        return HttpResponse.text('ok');
      }),
      http.post('/api/sflocalinventorylocations', () => HttpResponse.json(locations)),
      http.get('/api/inventory/history', () => HttpResponse.json({ data: [], totalCount: 0, totalPages: 0, currentPage: 0 })),
    );
    signedIn();
    await open();
    await waitFor(() => expect(world.scans).toMatchObject([{ productId: 'X00KETTLEN', locationId: 1 }]));
  });

  it('scans into the location of the address before the locations have arrived', async () => {
    server.use(http.post('/api/sflocalinventorylocations', () => new Promise<never>(() => {})));
    const { field } = await open({ location: 'RECEIVING' });
    scanInto(field, 'X00KETTLEN');
    await waitFor(() => expect(world.scans).toMatchObject([{ productId: 'X00KETTLEN', locationId: 'RECEIVING' }]));
  });

  it('switches the location when a location is scanned', async () => {
    const { field } = await open();
    scanInto(field, 'b-3');
    expect(screen.getByLabelText<HTMLSelectElement>('Location').value).toBe('B-3');
    expect(world.scans).toEqual([]);
  });

  it('reads a scanner while a button has the focus, without clicking the button', async () => {
    world.rows = [historyRow({})];
    await open();
    const button = await screen.findByRole('button', { name: 'Delete Electric Kettle in A-1' });
    button.focus();
    scanInto(document.activeElement as HTMLElement, 'X00KETTLEN');
    await waitFor(() => expect(world.scans).toMatchObject([{ productId: 'X00KETTLEN' }]));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

it('sends what a tab that was closed meanwhile has left, and leaves what another one has just scanned', async () => {
  await open();
  const left = { id: 'left-by-a-closed-tab', code: 'X00KETTLEN', at: Date.now() - 120_000, state: 'retrying', locationId: 1, location: 'A-1' };
  localStorage.setItem(`stowage.scan.7.${left.id}`, JSON.stringify(left));
  localStorage.setItem('stowage.scan.7.just-scanned', JSON.stringify({ ...left, id: 'just-scanned', at: Date.now() }));
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(localStorage.getItem(`stowage.scan.7.${left.id}`)).toBeNull());
  expect(world.scans).toMatchObject([{ productId: 'X00KETTLEN', clientScanId: left.id }]);
  localStorage.removeItem('stowage.scan.7.just-scanned');
});

describe('with a full storage', () => {
  const fill = () =>
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });

  it('changes the location and saves the scans', async () => {
    const { field } = await open();
    fill();
    scanInto(field, 'b-3', 'X00KETTLEN', 'X00CUPS001');
    await waitFor(() => expect(world.scans).toHaveLength(2));
    expect(world.scans).toMatchObject([
      { productId: 'X00KETTLEN', locationId: 2 },
      { productId: 'X00CUPS001', locationId: 2 },
    ]);
    expect(screen.getByLabelText<HTMLSelectElement>('Location').value).toBe('B-3');
  });

  it('asks before the page is left while a scan is only on this page', async () => {
    const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    let isDown = true;
    server.use(http.post('/api/sfinventory', () => (isDown ? HttpResponse.error() : HttpResponse.text('ok'))));
    const { field } = await open();
    scanInto(field, 'X00KETTLEN');
    await waitFor(() => expect(screen.getAllByText('Not saved yet, retrying').length).toBeGreaterThan(0));
    expect(asks()).toBe(false);
    fill();
    scanInto(field, 'X00CUPS001');
    expect(asks()).toBe(true);
    isDown = false;
    await screen.findByText('Added to A-1');
    await waitFor(() => expect(screen.queryByText('Saving')).toBeNull());
    expect(asks()).toBe(false);
  });
});

it('sends no scan as another person who has just signed in in another tab', async () => {
  const senders: (string | null)[] = [];
  server.use(
    http.post('/api/sfinventory', ({ request }) => {
      senders.push(request.headers.get('authorization'));
      return HttpResponse.error();
    }),
  );
  const { field } = await open();
  scanInto(field, 'X00KETTLEN');
  await waitFor(() => expect(senders).toHaveLength(1));
  // This tab reads the storage before its event arrives.
  const other = signedIn({ userId: '8' });
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(senders).not.toContain(`Bearer ${other}`);
});

it('keeps a scan that is made between the end of the session and the sign-in page', async () => {
  const announce = () => act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'jwt' })));
  const { field } = await open();
  localStorage.removeItem('jwt');
  announce();
  scanInto(field, 'X00KETTLEN');
  expect(within(screen.getByRole('list', { name: 'Scans' })).getByText('X00KETTLEN')).toBeTruthy();
  expect(world.scans).toEqual([]);
  signedIn();
  announce();
  await waitFor(() => expect(world.scans).toMatchObject([{ productId: 'X00KETTLEN', locationId: 1 }]));
});

it('scans into the location whose code was scanned last, also when the address follows late', async () => {
  const changes: (() => void)[] = [];
  function Late() {
    const [address, setAddress] = useState<ScanTabAddress>({});
    return <ScanTab address={address} onAddress={(change) => changes.push(() => setAddress((before) => ({ ...before, ...change })))} />;
  }
  renderInPage(<Late />);
  await screen.findByRole('option', { name: 'B-3' });
  const field = screen.getByLabelText<HTMLInputElement>('UPC, EAN, ASIN, SKU, or FNSKU');
  scanInto(field, 'b-3', 'X00KETTLEN', 'receiving');
  await waitFor(() => expect(world.scans).toHaveLength(1));
  act(() => changes.shift()?.());
  expect(screen.getByLabelText<HTMLSelectElement>('Location').value).toBe('B-3');
  scanInto(field, 'X00CUPS001');
  await waitFor(() => expect(world.scans).toHaveLength(2));
  expect(world.scans.map(({ locationId }) => locationId)).toEqual([2, 3]);
  act(() => changes.shift()?.());
  expect(screen.getByLabelText<HTMLSelectElement>('Location').value).toBe('RECEIVING');
});
