import type { Label } from '@stowage/contract/labels/labels';
import { type DispositionDecision, type DispositionOption, getProductReturnConditionData } from '@stowage/contract/returns/dispositions';
import { getReturnTrackingData, type ReturnPackage, type TrackingRow } from '@stowage/contract/returns/packages';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openPage, readAgain } from '../../../test/open-page.tsx';
import { scanInto } from '../../../test/scanner.ts';
import { server, signedIn } from '../../../test/server.ts';
import { played } from '../../../test/setup.ts';
import { ReturnsPage } from './ReturnsPage.tsx';
import type { CaseRequest } from './receiving/disposition.ts';
import type { ReturnsAddress } from './returns-address.ts';

const BOX = '1Z5R89390357567127';
const row: TrackingRow = {
  order_id: 'R100',
  sku: 'KETTLE-N',
  item_name: 'Electric Kettle',
  shipped_quantity: 3,
  disposition: 'Unsellable',
  removal_shipment: 7,
  tracking_id: BOX,
  asin1: 'B000KETTLE',
  item_code: 'NRD10001',
  sku_condition: 11,
  fnsku: 'X00KETTLEN',
  carrier: 'UPS',
  shipped_at: '2026-11-10 00:00:00',
  image_url: null,
  guidance: null,
  extra_quantity: 0,
  graded: 0,
  remaining: 3,
};
const box: ReturnPackage = {
  tracking_number: BOX,
  carrier: 'UPS',
  shipped_at: '2026-11-10 00:00:00',
  arrived_at: null,
  state: 'EXPECTED',
  lines: 1,
  expected: 3,
  received: 0,
  short: 0,
  surplus: 0,
  remaining: 3,
};
const option = (id: number, disposition: string, sku_condition: number | null): DispositionOption => ({
  id,
  disposition,
  dispositioned: 0,
  display_order: id,
  sku_condition,
});
const OPTIONS = [option(1, 'New', 11), option(4, 'Good', 3), option(7, 'Dispose', null), option(8, 'Wrong item - Create Case', null)];
const label = { fnsku: 'X00KETTLEG', item_code: 'NRD10001', condition: 'Good', product_name: 'Electric Kettle' };
const grade: DispositionDecision = {
  id: 5,
  disposition_id: 4,
  disposition: 'Good',
  display_order: 4,
  quantity: 2,
  location: 'B-3',
  seller_sku: 'KETTLE-G',
  actor: 'Ann',
  created_at: '2026-11-20 14:03:05',
  voided: false,
};

let sample: string | null = null;
let options = OPTIONS;
let grades: DispositionDecision[] = [];
let remaining = 3;
let sent: [path: string, body: unknown][] = [];
let printed: [Label[], number][] = [];
let printFails: string | undefined;
/** Whether the station prints by the browser's dialog. */
let byDialog = false;
let requests: CaseRequest[] = [];
let signedOut = 0;

const post = (path: string, reply: (body: Record<string, unknown>) => HttpResponse<string> | object) =>
  http.post(path, async ({ request }) => {
    const body = (await request.json()) as Record<string, unknown>;
    sent.push([path, body]);
    const answer = reply(body);
    return answer instanceof Response ? answer : HttpResponse.json(answer);
  });
const refuse = (status: number, error: { message: string; reason?: string; details?: object }) =>
  HttpResponse.json({ success: false, ...error, error: { code: 'conflict', requestId: 'r', ...error } }, { status });
const sentTo = (path: string) => sent.filter(([to]) => to === path).map(([, body]) => body as Record<string, unknown>);

beforeEach(() => {
  signedIn();
  byDialog = false;
  [sample, options, grades, remaining, sent, printed, printFails, requests, signedOut] = [null, OPTIONS, [], 3, [], [], undefined, [], 0];
  server.use(
    http.get('/api/locations', () => HttpResponse.json(['A-1', 'B-3'].map((location, id) => ({ id, location })))),
    http.get('/api/returns/packages', () => HttpResponse.json({ data: [box], sample })),
    http.get('/api/returns/find', ({ request }) => {
      const code = new URL(request.url).searchParams.get('code');
      const unit = {
        ...row,
        lpn: 'LPNRR1',
        asin: 'B000KETTLE',
        returned_at: '2026-11-01 00:00:00',
        reason: 'DEFECTIVE',
        status: 'x',
        customer_comments: 'Does not switch on',
        is_order_known: true,
      };
      return HttpResponse.json({ packages: code === BOX ? [box] : [], customer_returns: code === 'LPNRR1' ? [unit] : [] });
    }),
    http.get('/api/getitemcodebyasin', () => HttpResponse.json({ item_code: 'NRD10001' })),
    post('/api/getreturntrackingdata', ({ trackingId }) => (trackingId === BOX ? [row] : [])),
    post('/api/getdispositionsforreturnedproducts', () => options),
    post('/api/getproductreturnconditiondata', () => ({
      removal_shipment: 7,
      shipped_quantity: 3,
      extra_quantity: 0,
      graded: 3 - remaining,
      remaining,
      grades,
    })),
    post('/api/returns/grades', ({ quantity }) => ({ grade_id: 5, quantity, location: 'B-3', seller_sku: 'KETTLE-G', remaining: 1, label })),
    post('/api/returns/grades/void', () => ({ success: true, message: 'Undone' })),
    post('/api/returns/extras', () => ({ success: true, message: 'x' })),
    post('/api/returns/packages/arrive', () => ({ success: true, message: 'x' })),
  );
});

function open(address: ReturnsAddress = {}) {
  return openPage(
    (props: Pick<React.ComponentProps<typeof ReturnsPage>, 'address' | 'onAddress'>) => (
      <ReturnsPage
        {...props}
        linkToOrder={(id) => <a href={`/orders/${id}`}>Order {id}</a>}
        onPrintNow={async (labels, copies, isFree) => {
          if (printFails !== undefined) throw new Error(printFails);
          if (copies > 99 || (byDialog && !isFree())) return false;
          printed.push([[...labels], copies]);
          return true;
        }}
        onPrint={(labels, copies) => printed.push([[...labels], copies])}
        renderCase={(request) => {
          requests.push(request);
          return <p>The case of {request.quantity}</p>;
        }}
        onSignedOut={() => signedOut++}
      />
    ),
    address,
  );
}
const field = () => screen.getByLabelText<HTMLInputElement>('Scan Tracking Number');
async function openDialog() {
  const user = open({ q: BOX, line: 7 });
  await screen.findByRole('table', { name: 'Selected Data' });
  return { user, dialog: within(screen.getByRole('dialog', { name: 'Receive Units' })) };
}

describe('the tracking number', () => {
  it('is looked up immediately on Enter and stays visible', async () => {
    open();
    expect(document.activeElement).toBe(field());
    scanInto(field(), BOX);
    expect(await screen.findByRole('table', { name: 'Tracking Data' })).toBeTruthy();
    expect(screen.getByText('Details of tracked items including item name, SKU, order ID, and quantity.')).toBeTruthy();
    expect(field().value).toBe(BOX);
    expect(sentTo('/api/getreturntrackingdata')).toEqual([{ trackingId: BOX }]);
    await waitFor(() => expect(played).toEqual(['/sounds/success.wav']));
    const cells = within(screen.getByRole('table', { name: 'Tracking Data' })).getAllByRole('columnheader');
    expect(cells.map(({ textContent }) => textContent)).toEqual(['Order ID', 'SKU', 'Item Name', 'Quantity', 'Disposition', 'Actions']);
  });

  it('is looked up half a second after the last key', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      open();
      fireEvent.change(field(), { target: { value: '1Z5' } });
      act(() => void vi.advanceTimersByTime(499));
      fireEvent.change(field(), { target: { value: BOX } });
      act(() => void vi.advanceTimersByTime(499));
      expect(screen.queryByText('Loading...')).toBeNull();
      act(() => void vi.advanceTimersByTime(1));
      expect(screen.getByText('Loading...')).toBeTruthy();
    } finally {
      vi.useRealTimers();
    }
    await waitFor(() => expect(sentTo('/api/getreturntrackingdata')).toEqual([{ trackingId: BOX }]));
  });

  it("is the demo's package unless the address has another one", async () => {
    sample = BOX;
    open();
    expect(await screen.findByRole('table', { name: 'Tracking Data' })).toBeTruthy();
    expect(field().value).toBe(BOX);
    expect(played).toEqual([]);
  });

  it('is replaced when another package is scanned', async () => {
    const user = open({ q: BOX });
    await screen.findByRole('table', { name: 'Tracking Data' });
    await user.type(field(), `${BOX}{Enter}`, { initialSelectionStart: 0, initialSelectionEnd: BOX.length });
    expect(field().value).toBe(BOX);
    await waitFor(() => expect(sentTo('/api/getreturntrackingdata')).toHaveLength(2));
  });

  it('sounds also for a package that was looked up a moment ago', async () => {
    server.use(http.post('/api/getreturntrackingdata', () => HttpResponse.json([row])));
    open();
    for (const code of [BOX, 'SECONDBOX', BOX]) {
      const before = played.length;
      scanInto(field(), code);
      await waitFor(() => expect(played.slice(before)).toEqual(['/sounds/success.wav']));
    }
  });

  it('that is unknown is reported in words and sound', async () => {
    open();
    scanInto(field(), 'NOBODY');
    expect((await screen.findByRole('alert')).textContent).toBe('Unable to find tracking number for "NOBODY"');
    expect(field().getAttribute('aria-invalid')).toBe('true');
    await waitFor(() => expect(played).toEqual(['/sounds/error.wav']));
  });

  it('shows a failure and offers a retry', async () => {
    server.use(http.post('/api/getreturntrackingdata', () => HttpResponse.error()));
    open({ q: BOX });
    expect(await screen.findByText(`Unable to find tracking number for "${BOX}"`)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });

  it('stays on the screen when it could not be read again', async () => {
    open({ q: BOX });
    const table = await screen.findByRole('table', { name: 'Tracking Data' });
    server.use(http.post('/api/getreturntrackingdata', () => HttpResponse.json({ error: { message: 'Not now' } }, { status: 503 })));
    readAgain(getReturnTrackingData);
    expect(await screen.findByText(/Not now/)).toBeTruthy();
    expect(table.isConnected).toBe(true);
    expect(screen.queryByText(/Unable to find/)).toBeNull();
  });

  it('is not called an unsupported LPN when the look-up failed', async () => {
    server.use(http.get('/api/returns/find', () => HttpResponse.json({ error: { message: 'Not now' } }, { status: 503 })));
    open({ q: 'LPNRR1' });
    expect(await screen.findByText(/Not now/)).toBeTruthy();
    expect(screen.getByText('Unable to find tracking number for "LPNRR1"')).toBeTruthy();
    expect(screen.queryByText('LPN codes are not supported')).toBeNull();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });

  it('leads to the sign-in page after the session ended', async () => {
    server.use(
      http.post('/api/getreturntrackingdata', () => HttpResponse.json({}, { status: 401 })),
      http.post('/api/refresh', () => HttpResponse.json({}, { status: 401 })),
    );
    open({ q: BOX });
    // A toast that is announced immediately is in the page twice.
    expect(await screen.findAllByText('Session expired. Please log in again.')).toBeTruthy();
    expect(signedOut).toBe(1);
  });

  it('can be an LPN: shows the unit, its return reason, and no box yet', async () => {
    open({ q: 'LPNRR1' });
    expect(await screen.findByText('“Does not switch on”')).toBeTruthy();
    expect(screen.getByText('No package with this product has been shipped since the return.')).toBeTruthy();
    expect(screen.queryByText(/Unable to find/)).toBeNull();
  });
});

it('shows the contents of a box, which can be marked as arrived', async () => {
  const user = open({ q: BOX });
  const card = within(await screen.findByRole('region', { name: `Package ${BOX}` }));
  expect(card.getByText('Expected', { selector: 'span' })).toBeTruthy();
  await user.click(card.getByRole('button', { name: 'Mark as arrived' }));
  expect(sentTo('/api/returns/packages/arrive')).toEqual([{ trackingNumber: BOX }]);
});

it('shows both messages for an unknown LPN', async () => {
  open({ q: 'LPNRR9' });
  expect(await screen.findByText('Unable to find tracking number for "LPNRR9"')).toBeTruthy();
  expect(screen.getByText('LPN codes are not supported')).toBeTruthy();
});

describe('receiving units', () => {
  it('shows the dispositions in order, labels first, then cases', async () => {
    const { dialog } = await openDialog();
    expect(dialog.getByText('Electric Kettle')).toBeTruthy();
    expect(dialog.getByText(BOX)).toBeTruthy();
    expect(await dialog.findByText(/Item code NRD10001/)).toBeTruthy();
    const rows = within(dialog.getByRole('table', { name: 'Selected Data' })).getAllByRole('row');
    expect(rows.map(({ textContent }) => textContent?.replace(/ (Print|Upload)/, '$1'))).toEqual([
      'IDDispositionDispositionedUpload PhotosAction',
      '1NewPrint Label',
      '4GoodPrint Label',
      '7DisposePrint Label',
      'Create Case',
      '8Wrong itemUpload Photos',
    ]);
  });

  it('shows an empty state and a failure', async () => {
    options = [];
    open({ q: BOX, line: 7 });
    expect(await screen.findByText('No dispositions available')).toBeTruthy();
  });

  it.each([
    ['/api/getdispositionsforreturnedproducts', 'Failed to fetch dispositions for returned products. Please try again.'],
    ['/api/getproductreturnconditiondata', 'Failed to fetch product return data. Please try again.'],
  ])('shows a message when %s fails', async (path, message) => {
    server.use(http.post(path, () => HttpResponse.json({}, { status: 500 })));
    open({ q: BOX, line: 7 });
    expect(await screen.findByText(message)).toBeTruthy();
  });

  it('says that the locations could not be loaded', async () => {
    server.use(http.get('/api/locations', () => HttpResponse.json({ error: { message: 'No' } }, { status: 400 })));
    const { dialog } = await openDialog();
    expect(await dialog.findByText('The locations could not be loaded; trying again')).toBeTruthy();
  });

  it('asks for the location once, saves the decisions, and prints a label for each unit', async () => {
    const { user, dialog } = await openDialog();
    const quantity = dialog.getByLabelText<HTMLInputElement>('Dispositioned, Good');
    await user.type(quantity, 'x2');
    await user.click(dialog.getByRole('button', { name: 'Print Label, Good' }));
    expect(dialog.getByText('Please select a location')).toBeTruthy();
    expect(sentTo('/api/returns/grades')).toEqual([]);
    expect(quantity.value).toBe('2');
    await user.selectOptions(dialog.getByLabelText('Location of units for sale'), 'B-3');
    await user.dblClick(dialog.getByRole('button', { name: 'Print Label, Good' }));
    await waitFor(() => expect(printed).toHaveLength(1));
    expect(sentTo('/api/returns/grades')).toEqual([{ removalShipment: 7, dispositionId: 4, quantity: 2, location: 'B-3', clientId: expect.any(String) }]);
    expect(printed[0]).toEqual([[{ code: 'X00KETTLEG', title: 'Electric Kettle', detail: 'Good', itemCode: 'NRD10001', isLarge: false }], 2]);
    expect(localStorage.getItem('stowage.returns-location')).toBe('B-3');
  });

  it('accepts up to five digits and at most the remaining quantity', async () => {
    const { user, dialog } = await openDialog();
    const quantity = dialog.getByLabelText<HTMLInputElement>('Dispositioned, Dispose');
    await user.type(quantity, '-1a2.3e456');
    expect(quantity.value).toBe('12345');
    await user.click(dialog.getByRole('button', { name: 'Print Label, Dispose' }));
    expect(dialog.getByText(/^Only 3 units are left\./)).toBeTruthy();
    await user.clear(quantity);
    await user.type(quantity, '0');
    await user.click(dialog.getByRole('button', { name: 'Print Label, Dispose' }));
    expect(dialog.getByText('Please enter a quantity')).toBeTruthy();
    expect(sentTo('/api/returns/grades')).toEqual([]);
    await user.clear(quantity);
    await user.click(dialog.getByRole('button', { name: 'Print Label, Dispose' }));
    await waitFor(() => expect(sentTo('/api/returns/grades')).toMatchObject([{ dispositionId: 7, quantity: 1 }]));
    expect(sentTo('/api/returns/grades')[0]).not.toHaveProperty('location');
  });

  it.each([
    ['no answer', () => HttpResponse.error()],
    ['half an answer', () => HttpResponse.json({}, { status: 502 })],
  ])('repeats a decision under the same id after %s, and sends no other one before the answer', async (_what, answer) => {
    localStorage.setItem('stowage.returns-location', 'A-1');
    const { user, dialog } = await openDialog();
    server.use(
      http.post(
        '/api/returns/grades',
        async ({ request }) => {
          sent.push(['/api/returns/grades', await request.json()]);
          return answer();
        },
        { once: true },
      ),
    );
    const quantity = dialog.getByLabelText<HTMLInputElement>('Dispositioned, New');
    await user.type(quantity, '2');
    await user.click(dialog.getByRole('button', { name: 'Print Label, New' }));
    expect(await dialog.findByText('The server gave no clear answer. 2 × New may or may not be saved.')).toBeTruthy();
    expect(quantity.value).toBe('2');
    await user.click(dialog.getByRole('button', { name: 'Print Label, Dispose' }));
    expect(dialog.getByText(/^The decision before this one has no answer yet/)).toBeTruthy();
    expect(sentTo('/api/returns/grades')).toHaveLength(1);
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(printed).toHaveLength(1));
    const [first, second] = sentTo('/api/returns/grades');
    expect(second).toEqual(first);
    expect(quantity.value).toBe('');
    expect(dialog.queryByText(/^The server gave no clear answer/)).toBeNull();
  });

  it("opens no other case before the server's answer about the previous one", async () => {
    const { user, dialog } = await openDialog();
    const quantity = dialog.getByLabelText<HTMLInputElement>('Dispositioned, Wrong item');
    const upload = dialog.getByRole('button', { name: 'Upload Photos, Wrong item' });
    await user.type(quantity, '2');
    await user.click(upload);
    expect(quantity.value).toBe('2');
    await user.click(upload);
    expect(dialog.getByText(/^The previous case is not created yet/)).toBeTruthy();
    expect(new Set(requests.map(({ nth }) => nth)).size).toBe(1);
    act(() => requests.at(-1)?.onRefused());
    await user.click(upload);
    expect(new Set(requests.map(({ nth }) => nth)).size).toBe(2);
    act(() => requests.at(-1)?.onCreated('12'));
    expect(quantity.value).toBe('');
  });

  it('asks for the listing when the condition has none', async () => {
    localStorage.setItem('stowage.returns-location', 'A-1');
    const { user, dialog } = await openDialog();
    const details = {
      sku_condition: 3,
      suggested_sku: 'KETTLE-G',
      listings: [{ listing_id: 1, sku_condition: 11, seller_sku: 'KETTLE-N', fnsku: 'X00KETTLEN', channel: 'FBA' }],
    };
    server.use(
      post('/api/returns/grades', (body) =>
        body.listing === undefined
          ? refuse(409, { reason: 'no_listing', message: 'This product has no listing in condition Good', details })
          : { grade_id: 5, quantity: 1, location: 'A-1', seller_sku: 'KETTLE-G', remaining: 2, label },
      ),
    );
    await user.click(dialog.getByRole('button', { name: 'Print Label, Good' }));
    expect(await dialog.findByText('This product has no listing in condition Good')).toBeTruthy();
    expect(dialog.getByRole('option', { name: 'New: KETTLE-N (FBA)' })).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Use it and print' }));
    await waitFor(() => expect(printed).toHaveLength(1));
    expect(sentTo('/api/returns/grades')[1]).toMatchObject({ listing: { newSku: 'KETTLE-G' } });
    expect(dialog.queryByRole('form', { name: 'Listing' })).toBeNull();
  });

  it('offers the label of the listing before the first decision', async () => {
    const { user, dialog } = await openDialog();
    await user.click(dialog.getByRole('button', { name: 'Labels and printer' }));
    expect(printed).toEqual([[[{ code: 'X00KETTLEN', title: 'Electric Kettle', detail: 'New', itemCode: 'NRD10001', isLarge: false }], 1]]);
  });

  it('keeps the decision if printing fails, and prints the label again', async () => {
    localStorage.setItem('stowage.returns-location', 'A-1');
    const { user, dialog } = await openDialog();
    printFails = 'No DYMO printers found.';
    await user.click(dialog.getByRole('button', { name: 'Print Label, New' }));
    expect(await dialog.findByText('Failed to print label: No DYMO printers found.')).toBeTruthy();
    expect(dialog.getByText('The printer is on and ready')).toBeTruthy();
    printFails = undefined;
    await user.click(dialog.getByRole('button', { name: 'Print again' }));
    await waitFor(() => expect(printed).toHaveLength(1));
    expect(sentTo('/api/returns/grades')).toHaveLength(1);
    expect(dialog.queryByText(/^Failed to print label/)).toBeNull();
  });

  it("prints with one click by the browser's dialog", async () => {
    byDialog = true;
    const { user, dialog } = await openDialog();
    await user.click(dialog.getByRole('button', { name: 'Print Label, Dispose' }));
    await waitFor(() => expect(printed).toHaveLength(1));
    expect(dialog.queryByRole('region', { name: 'Labels to print' })).toBeNull();
    await user.type(dialog.getByLabelText('Dispositioned, Dispose'), '1{Enter}');
    await waitFor(() => expect(printed).toHaveLength(2));
  });

  it("leaves the label of a case waiting where the browser's dialog would cover the code for the photos", async () => {
    byDialog = true;
    const { user, dialog } = await openDialog();
    await user.click(dialog.getByRole('button', { name: 'Upload Photos, Wrong item' }));
    act(() => requests.at(-1)?.onCreated('12'));
    await user.click(await dialog.findByRole('button', { name: 'Print label: Case 12, Wrong item' }));
    await waitFor(() => expect(printed).toEqual([[[{ caseId: '12', disposition: 'Wrong item', quantity: 1 }], 1]]));
  });

  it('opens no dialog of the browser once a scan has begun: the label waits for a click', async () => {
    byDialog = true;
    let answer = () => {};
    const until = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const { user, dialog } = await openDialog();
    server.use(
      http.post('/api/returns/grades', async () => {
        await until;
        return HttpResponse.json({ grade_id: 5, quantity: 1, location: null, seller_sku: null, remaining: 2, label });
      }),
    );
    await user.click(dialog.getByRole('button', { name: 'Print Label, Dispose' }));
    await user.keyboard('1');
    answer();
    await user.click(await dialog.findByRole('button', { name: 'Print label: X00KETTLEG, Good' }));
    await waitFor(() => expect(printed).toHaveLength(1));
    expect(dialog.queryByRole('region', { name: 'Labels to print' })).toBeNull();
  });

  it('queues labels that are too many for one print and prints them in parts', async () => {
    remaining = 300;
    const { user, dialog } = await openDialog();
    await user.type(dialog.getByLabelText('Dispositioned, Dispose'), '150');
    await user.click(dialog.getByRole('button', { name: 'Print Label, Dispose' }));
    await user.click(await dialog.findByRole('button', { name: 'Print 99 of 150 labels: X00KETTLEG, Good' }));
    await user.click(dialog.getByRole('button', { name: 'Print 51 labels: X00KETTLEG, Good' }));
    expect(printed.map(([, copies]) => copies)).toEqual([99, 51]);
    expect(dialog.queryByRole('region', { name: 'Labels to print' })).toBeNull();
  });

  it('passes on the units for a case and prints its label', async () => {
    const { user, dialog } = await openDialog();
    await user.type(dialog.getByLabelText('Dispositioned, Wrong item'), '2');
    await user.click(dialog.getByRole('button', { name: 'Upload Photos, Wrong item' }));
    expect(dialog.getByText('The case of 2')).toBeTruthy();
    expect(requests.at(-1)).toMatchObject({ line: { removal_shipment: 7 }, disposition: { id: 8 }, quantity: 2, trackingNumber: BOX });
    requests.at(-1)?.onCreated('12');
    await waitFor(() => expect(printed).toEqual([[[{ caseId: '12', disposition: 'Wrong item', quantity: 2 }], 1]]));
  });

  it('links the scanned LPN only to the case of its unit', async () => {
    server.use(post('/api/getreturntrackingdata', () => [row]));
    const user = open({ q: 'LPNRR1', line: 7 });
    await screen.findByRole('table', { name: 'Selected Data' });
    await screen.findByRole('region', { name: 'Unit LPNRR1', hidden: true });
    const dialog = within(screen.getByRole('dialog', { name: 'Receive Units' }));
    await user.click(dialog.getByRole('button', { name: 'Upload Photos, Wrong item' }));
    expect(requests.at(-1)).toMatchObject({ line: { removal_shipment: 7, lpn: 'LPNRR1' }, quantity: 1 });
    act(() => requests.at(-1)?.onCreated('12'));
    await user.type(dialog.getByLabelText('Dispositioned, Wrong item'), '2');
    await user.click(dialog.getByRole('button', { name: 'Upload Photos, Wrong item' }));
    expect(requests.at(-1)?.quantity).toBe(2);
    expect(requests.at(-1)?.line.lpn).toBeUndefined();
  });

  it('lists the decisions and voids one', async () => {
    grades = [grade, { ...grade, id: 4, voided: true }];
    const { user, dialog } = await openDialog();
    expect(await dialog.findByText('Undone')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Undo 2 × Good (KETTLE-G) → B-3' }));
    expect(sentTo('/api/returns/grades/void')).toEqual([{ id: 5 }]);
    server.use(post('/api/returns/grades/void', () => refuse(409, { message: 'Unit 9: Undo the later change first' })));
    await user.click(dialog.getByRole('button', { name: 'Undo 2 × Good (KETTLE-G) → B-3' }));
    expect(await screen.findAllByText('Unit 9: Undo the later change first')).toBeTruthy();
  });

  it('withdraws a case that was opened by mistake', async () => {
    grades = [{ ...grade, disposition_id: 8, disposition: 'Wrong item - Create Case', display_order: 8, location: null, seller_sku: null }];
    const { user, dialog } = await openDialog();
    await user.click(await dialog.findByRole('button', { name: 'Undo 2 × Wrong item' }));
    expect(sentTo('/api/returns/grades/void')).toEqual([{ id: 5 }]);
  });

  it('reports more units than were shipped', async () => {
    const { user, dialog } = await openDialog();
    await user.click(dialog.getByRole('button', { name: 'More arrived than shipped' }));
    await user.type(dialog.getByLabelText('Units beyond those shipped'), '2{Enter}');
    await waitFor(() => expect(sentTo('/api/returns/extras')).toEqual([{ removalShipment: 7, quantity: 2, expectedQuantity: 0 }]));
  });

  it('shows the number of extras of another station before it is changed', async () => {
    let extra = 0;
    server.use(
      post('/api/getproductreturnconditiondata', () => ({
        removal_shipment: 7,
        shipped_quantity: 3,
        extra_quantity: extra,
        graded: 0,
        remaining: 3 + extra,
        grades,
      })),
      post('/api/returns/extras', () => refuse(409, { message: 'Somebody else changed this number to 3.' })),
    );
    const { user, dialog } = await openDialog();
    await user.click(dialog.getByRole('button', { name: 'More arrived than shipped' }));
    extra = 3;
    readAgain(getProductReturnConditionData);
    await dialog.findByText(', beyond that', { exact: false });
    const field = dialog.getByLabelText('Units beyond those shipped');
    await user.type(field, '1{Enter}');
    await dialog.findByText('Somebody else changed this number to 3.');
    await user.clear(field);
    await user.type(field, '4{Enter}');
    await waitFor(() => expect(sentTo('/api/returns/extras').map(({ expectedQuantity }) => expectedQuantity)).toEqual([0, 3]));
  });

  it.each(['Dispositioned, Dispose', 'Dispositioned, Wrong item', 'Units beyond those shipped'])(
    'chooses a location that is scanned into "%s", and saves no decision',
    async (name) => {
      const { user, dialog } = await openDialog();
      await waitFor(() => expect(dialog.getByRole('option', { name: 'B-3' })).toBeTruthy());
      await user.click(dialog.getByRole('button', { name: 'More arrived than shipped' }));
      const quantity = dialog.getByLabelText<HTMLInputElement>(name);
      fireEvent.change(quantity, { target: { value: '2' } });
      scanInto(quantity, 'B-3');
      expect(dialog.getByLabelText<HTMLSelectElement>('Location of units for sale').value).toBe('B-3');
      expect(quantity.value).toBe('2');
      expect([...sentTo('/api/returns/grades'), ...sentTo('/api/returns/extras'), ...requests]).toEqual([]);
    },
  );

  /** Answers decisions when the test says so. */
  const holdDecisions = (answer: () => Response) => {
    let release = () => {};
    const until = new Promise<void>((resolve) => {
      release = resolve;
    });
    server.use(
      http.post('/api/returns/grades', async () => {
        await until;
        return answer() as HttpResponse<string>;
      }),
    );
    return () => release();
  };

  it('stays open for a refusal of a decision that was being sent when another box was scanned', async () => {
    const release = holdDecisions(() => refuse(409, { message: 'No units are left' }));
    const { user, dialog } = await openDialog();
    await user.click(dialog.getByRole('button', { name: 'Print Label, Dispose' }));
    scanInto(dialog.getByLabelText('Dispositioned, New'), 'LPNRR1');
    release();
    expect((await screen.findAllByText('"LPNRR1" was not opened: the decision on the open line is not saved. The open line stays.')).length).toBeTruthy();
    expect(dialog.getByText('No units are left')).toBeTruthy();
    expect(played).toContain('/sounds/error.wav');
    // The refusal was seen.
    scanInto(dialog.getByLabelText('Dispositioned, New'), 'LPNRR1');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('stays open for a decision without an answer when another box is scanned', async () => {
    const { user, dialog } = await openDialog();
    server.use(http.post('/api/returns/grades', () => HttpResponse.error()));
    await user.click(dialog.getByRole('button', { name: 'Print Label, Dispose' }));
    await dialog.findByRole('button', { name: 'Try again' });
    scanInto(dialog.getByLabelText('Dispositioned, New'), 'LPNRR1');
    expect((await screen.findAllByText(/^"LPNRR1" was not opened/)).length).toBeTruthy();
    expect(dialog.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });

  it('keeps the waiting label of a decision after the next box was scanned', async () => {
    byDialog = true;
    const release = holdDecisions(() => HttpResponse.json({ grade_id: 5, quantity: 1, location: null, seller_sku: null, remaining: 2, label }));
    const { user, dialog } = await openDialog();
    await user.click(dialog.getByRole('button', { name: 'Print Label, Dispose' }));
    scanInto(dialog.getByLabelText('Dispositioned, New'), 'LPNRR1');
    release();
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Receive Units' })).toBeNull());
    await user.click(await screen.findByRole('button', { name: 'Print label: X00KETTLEG, Good' }));
    await waitFor(() => expect(printed).toHaveLength(1));
  });

  it('follows the latest of two scans, however their answers arrive', async () => {
    const { dialog } = await openDialog();
    let answerFirst = () => {};
    const first = new Promise<void>((resolve) => {
      answerFirst = resolve;
    });
    const searched: string[] = [];
    server.use(
      http.get('/api/returns/find', async ({ request }) => {
        const code = new URL(request.url).searchParams.get('code') ?? '';
        searched.push(code);
        if (code === 'SLOWBOX1') await first;
        return HttpResponse.json({ packages: [{ ...box, tracking_number: code }], customer_returns: [] });
      }),
    );
    const quantity = dialog.getByLabelText('Dispositioned, New');
    scanInto(quantity, 'SLOWBOX1', 'FASTBOX1');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(field().value).toBe('FASTBOX1');
    answerFirst();
    await waitFor(() => expect(searched).toContain('SLOWBOX1'));
    await new Promise((resolve) => setTimeout(resolve));
    expect(field().value).toBe('FASTBOX1');
  });

  it('reports a refusal that arrives after the dialog was closed', async () => {
    const release = holdDecisions(() => refuse(409, { message: 'No units are left' }));
    const { user, dialog } = await openDialog();
    await user.click(dialog.getByRole('button', { name: 'Print Label, Dispose' }));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    release();
    expect((await screen.findAllByText('1 × Dispose: No units are left')).length).toBeTruthy();
  });

  it('stays open and reports a scanned code that is no box; another box replaces it', async () => {
    const { dialog } = await openDialog();
    const quantity = dialog.getByLabelText<HTMLInputElement>('Dispositioned, New');
    scanInto(quantity, '036000291452');
    expect(await screen.findAllByText('Unable to find tracking number for "036000291452". The open line stays.')).toBeTruthy();
    expect(screen.getByRole('dialog', { name: 'Receive Units' })).toBeTruthy();
    expect(quantity.value).toBe('');
    expect(sentTo('/api/returns/grades')).toEqual([]);
    scanInto(quantity, 'LPNRR1');
    expect(await screen.findByText('“Does not switch on”')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('chooses a scanned location', async () => {
    const { user, dialog } = await openDialog();
    await waitFor(() => expect(dialog.getByRole('option', { name: 'B-3' })).toBeTruthy());
    dialog.getByRole('button', { name: 'Print Label, New' }).focus();
    await user.keyboard('b-3{Enter}');
    expect(dialog.getByLabelText<HTMLSelectElement>('Location of units for sale').value).toBe('B-3');
    expect(sentTo('/api/returns/grades')).toEqual([]);
  });
});
