import type { DraftDetail } from '@stowage/contract/purchasing/order-drafts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { openPage } from '../../../../test/open-page.tsx';
import { scanInto } from '../../../../test/scanner.ts';
import { server, signedIn } from '../../../../test/server.ts';
import { DraftPage } from './DraftPage.tsx';
import type { DraftAddress } from './drafts-address.ts';

const product = {
  ...{ product_id: 1, product_name: 'Electric Kettle', gtin: '00036000291452', supplier_sku: 'KET', unit_cost: '2.5', case_pack: 12, minimum_quantity: null },
  ...{ terms_version: 0, available: 3, on_order: 24 },
};
const draft: DraftDetail = {
  ...{ id: 5, po_number: 'PO-2026-0005', vendor: 'Norden', origin: 'HAND', expected_date: null, lines: 1, units: 12, amount: '30.00', notes: null, version: 3 },
  ...{ created_by: 'Ann', created_at: '2026-11-20 14:03:05', updated_by: 'Ann', updated_at: '2026-11-20 14:03:05' },
  items: [{ ...product, ordered: 12 }],
};
const opened = vi.fn();
let sent: unknown[] = [];

beforeEach(() => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  sent = [];
  opened.mockClear();
  const record = async ({ request }: { request: Request }) => void sent.push(await request.json());
  server.use(
    http.get('/api/vendors', () => HttpResponse.json({ vendors: ['Norden'] })),
    http.get('/api/vendor-terms', () =>
      HttpResponse.json({ vendor: 'Norden', lead_days: 14, payment_terms: 'Net 30', minimum_order: '250.00', order_email: null, version: 1 }),
    ),
    http.get('/api/search', () => HttpResponse.json({ groups: [], late: [] })),
    http.get('/api/purchase-order-drafts/product', ({ request }) =>
      new URL(request.url).searchParams.get('code') === '036000291452'
        ? HttpResponse.json(product)
        : HttpResponse.json({ error: { code: 'not_found', reason: 'unknown_code', message: 'No product has the code X', requestId: 'r' } }, { status: 404 }),
    ),
    http.post('/api/purchase-order-drafts', async (info) => {
      await record(info);
      return HttpResponse.json({ id: 5 });
    }),
    http.get('/api/purchase-order-drafts/5', () => HttpResponse.json({ draft, sent_as: null })),
    http.get('/api/purchase-order-drafts/5/mail', () =>
      HttpResponse.json({
        can_send: true,
        recipient: null,
        subject: 'Purchase order',
        text: 'Dear Norden',
        warnings: ['The order is $220.00 below the minimum.'],
      }),
    ),
    http.post('/api/purchase-order-drafts/5/send', async (info) => {
      await record(info);
      return HttpResponse.json({ po_number: 'PO-2026-0005' });
    }),
  );
});

const open = (id: number | undefined, address: DraftAddress = {}) =>
  openPage<DraftAddress>((props) => <DraftPage id={id} onOpen={opened} {...props} />, address);
const enter = (text: string) => {
  const field = screen.getByLabelText('Add a product');
  fireEvent.change(field, { target: { value: text } });
  fireEvent.keyDown(field, { key: 'Enter' });
};

it('adds products by their code in whole cases, and saves the order under its own address', async () => {
  const user = open(undefined);
  await user.type(screen.getByLabelText('Vendor'), 'Norden');
  expect(await screen.findByText('Lead time 14 days, Net 30, minimum order $250.00')).toBeDefined();
  enter('nothing');
  expect(await screen.findByText('No product has the code X')).toBeDefined();
  enter('036000291452');
  const units = await screen.findByLabelText<HTMLInputElement>('Units of Electric Kettle');
  expect(units.value).toBe('12');
  enter('036000291452');
  await waitFor(() => expect(units.value).toBe('24'));
  expect(screen.getByText('2 cases of 12')).toBeDefined();
  expect(screen.getByText('$60.00', { selector: 'strong' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  await waitFor(() => expect(opened).toHaveBeenCalledWith('/purchase-orders/drafts/5', true));
  expect(sent).toMatchObject([{ vendor: 'Norden', items: [{ product_id: 1, supplier_sku: 'KET', ordered: 24, unit_cost: '2.5' }] }]);
});

it('keeps a row for each scanned code that adds no product', async () => {
  const user = open(undefined);
  await user.type(screen.getByLabelText('Vendor'), 'Norden');
  scanInto(screen.getByLabelText('Add a product'), 'X00NOTHING', '036000291452', 'X00UNKNOWN');
  const missed = await screen.findByRole('list', { name: 'Scanned and not added' });
  await waitFor(() => expect(within(missed).getAllByRole('listitem')).toHaveLength(2));
  expect(await screen.findByLabelText('Units of Electric Kettle')).toBeDefined();
  for (const code of ['X00NOTHING', 'X00UNKNOWN']) expect(within(missed).getByText(code)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Dismiss X00NOTHING' }));
  await user.click(screen.getByRole('button', { name: 'Dismiss all' }));
  expect(screen.queryByRole('list', { name: 'Scanned and not added' })).toBeNull();
});

it('names what is missing instead of saving', async () => {
  const user = open(undefined);
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Vendor is missing');
  expect(sent).toEqual([]);
});

it('sends a saved order with the warnings that its vendor calls for, and opens it', async () => {
  const user = open(5);
  await user.click(await screen.findByRole('button', { name: 'Send order…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Send PO-2026-0005' });
  expect(await within(dialog).findByText('The order is $220.00 below the minimum.')).toBeDefined();
  await user.click(within(dialog).getByRole('button', { name: 'Send order' }));
  expect(within(dialog).getByText('Please enter a valid email address')).toBeDefined();
  await user.type(within(dialog).getByLabelText('To'), 'orders@norden.example');
  await user.click(within(dialog).getByRole('button', { name: 'Send order' }));
  await waitFor(() => expect(opened).toHaveBeenCalledWith('/receiveinventory?po=PO-2026-0005', true));
  expect(sent).toMatchObject([{ version: 3, mail: { recipient: 'orders@norden.example', subject: 'Purchase order' } }]);
});

/** Opens a page under the address that it opens itself, and holds the answer of a save until it is released. */
function openSlow(method: 'post' | 'put', path: string, id: number | undefined) {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  let stored = draft;
  server.use(
    http[method](path, async ({ request }) => {
      const body = (await request.json()) as { items: { ordered: number }[]; notes: string | null };
      sent.push(body);
      await gate;
      stored = { ...draft, notes: body.notes, version: 4, items: [{ ...product, ordered: body.items[0]?.ordered ?? 0 }] };
      return HttpResponse.json(method === 'post' ? { id: 5 } : { version: stored.version });
    }),
    http.get('/api/purchase-order-drafts/5', () => HttpResponse.json({ draft: stored, sent_as: null })),
  );
  function Page(props: Pick<Parameters<typeof DraftPage>[0], 'address' | 'onAddress'>) {
    const [current, setCurrent] = useState(id);
    return <DraftPage id={current} onOpen={(to) => setCurrent(Number(/drafts\/(\d+)/.exec(to)?.[1]))} {...props} />;
  }
  return { user: openPage<DraftAddress>(Page, {}), release };
}

it('keeps what is scanned and typed while the draft is being saved', async () => {
  const { user, release } = openSlow('put', '/api/purchase-order-drafts/5', 5);
  const units = await screen.findByLabelText<HTMLInputElement>('Units of Electric Kettle');
  await user.clear(units);
  await user.type(units, '24');
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  await waitFor(() => expect(sent).toMatchObject([{ version: 3, items: [{ ordered: 24 }] }]));
  enter('036000291452');
  await waitFor(() => expect(units.value).toBe('36'));
  await user.type(screen.getByLabelText('Notes for the vendor (optional)'), 'Before noon');
  release();
  const save = await screen.findByRole('button', { name: 'Save draft' });
  expect(screen.getByLabelText<HTMLInputElement>('Units of Electric Kettle').value).toBe('36');
  expect(screen.getByText('Changes are not saved yet')).toBeDefined();
  await user.click(save);
  await waitFor(() => expect(sent).toMatchObject([{ version: 3 }, { version: 4, notes: 'Before noon', items: [{ ordered: 36 }] }]));
  expect(await screen.findByText('Draft, not sent')).toBeDefined();
});

it('keeps what is scanned while a new order is being saved', async () => {
  const { user, release } = openSlow('post', '/api/purchase-order-drafts', undefined);
  await user.type(screen.getByLabelText('Vendor'), 'Norden');
  enter('036000291452');
  await screen.findByLabelText('Units of Electric Kettle');
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  enter('036000291452');
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Units of Electric Kettle').value).toBe('24'));
  release();
  expect(await screen.findByText('Changes are not saved yet')).toBeDefined();
  expect(screen.getByRole('heading', { name: 'PO-2026-0005' })).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('Units of Electric Kettle').value).toBe('24');
});

it('does not send an order that was changed while it was being saved', async () => {
  const { user, release } = openSlow('put', '/api/purchase-order-drafts/5', 5);
  const notes = await screen.findByLabelText('Notes for the vendor (optional)');
  await user.type(notes, 'Before');
  await user.click(screen.getByRole('button', { name: 'Send order…' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  await user.type(notes, ' noon');
  release();
  expect((await screen.findByRole('alert')).textContent).toContain('The order was changed while it was being saved');
  expect(screen.queryByRole('dialog', { name: 'Send PO-2026-0005' })).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Save draft' }));
  expect(await screen.findByText('Draft, not sent')).toBeDefined();
  expect(screen.queryByText(/The order was changed while/)).toBeNull();
});

it('takes an attempt whose answer was lost as saved, and no change of somebody else', async () => {
  let saved = draft;
  server.use(
    http.get('/api/purchase-order-drafts/5', () => HttpResponse.json({ draft: saved, sent_as: null })),
    http.put('/api/purchase-order-drafts/5', async ({ request }) => {
      const { notes, version } = (await request.json()) as { notes: string; version: number };
      if (version !== saved.version) return HttpResponse.json({ error: { reason: 'changed_meanwhile', message: 'Somebody else changed it' } }, { status: 409 });
      saved = { ...saved, notes, version: version + 1 };
      return HttpResponse.error();
    }),
  );
  const user = openPage<DraftAddress>((props) => <DraftPage id={5} onOpen={opened} {...props} />, {});
  const notes = await screen.findByLabelText('Notes for the vendor (optional)');
  await user.type(notes, 'Before noon');
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  await screen.findByRole('alert');
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  expect(await screen.findByText('Draft, not sent')).toBeDefined();
  // What another person wrote is not taken for one's own.
  await user.type(notes, '!');
  saved = { ...saved, notes: 'After noon', version: saved.version + 1 };
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  expect(await screen.findByText(/Somebody else changed it/)).toBeDefined();
});

it('applies what was typed to a draft that somebody else saved meanwhile', async () => {
  let saved = draft;
  server.use(
    http.get('/api/purchase-order-drafts/5', () => HttpResponse.json({ draft: saved, sent_as: null })),
    http.put('/api/purchase-order-drafts/5', async ({ request }) => {
      const body = (await request.json()) as { version: number };
      sent.push(body);
      if (body.version !== saved.version)
        return HttpResponse.json({ error: { reason: 'changed_meanwhile', message: 'Somebody else changed it' } }, { status: 409 });
      return HttpResponse.json({ version: saved.version + 1 });
    }),
  );
  const user = open(5);
  await user.type(await screen.findByLabelText('Notes for the vendor (optional)'), 'Ring first');
  saved = { ...draft, version: 4, expected_date: '2026-12-24' };
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  await screen.findByText(/^Somebody else changed it/);
  await user.click(screen.getByRole('button', { name: 'Keep my changes' }));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Expected date (optional)').value).toBe('2026-12-24'));
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  await waitFor(() => expect(sent[1]).toMatchObject({ notes: 'Ring first', expected_date: '2026-12-24', version: 4 }));
  expect(screen.queryByText(/^Somebody else changed it/)).toBeNull();
});

const KETTLE = 'Electric Kettle';
const unitsOf = (name: string) => screen.getAllByLabelText<HTMLInputElement>(`Units of ${name}`);

/** Answers for a draft as the server does. @returns the draft, which the test changes like somebody else */
function keepDraft(first: DraftDetail) {
  const kept = { draft: first };
  server.use(
    http.get('/api/purchase-order-drafts/5', () => HttpResponse.json({ draft: kept.draft, sent_as: null })),
    http.put('/api/purchase-order-drafts/5', async ({ request }) => {
      const body = (await request.json()) as { version: number };
      sent.push(body);
      if (body.version !== kept.draft.version)
        return HttpResponse.json({ error: { reason: 'changed_meanwhile', message: 'Somebody else changed it' } }, { status: 409 });
      return HttpResponse.json({ version: kept.draft.version + 1 });
    }),
  );
  return kept;
}

it('keeps the lines that somebody else added, changed and removed, and names what both changed', async () => {
  const line = (id: number, name: string) => ({ ...product, product_id: id, product_name: name, supplier_sku: `S${id}`, ordered: 12 });
  const [mine, both, theirs, gone, mineToo] = [line(1, 'Mine'), line(2, 'Both'), line(3, 'Theirs'), line(4, 'Gone'), line(6, 'Removed here')];
  const kept = keepDraft({ ...draft, items: [mine, both, theirs, gone, mineToo] });
  const user = open(5);
  const type = async (name: string, text: string) => {
    const [field] = unitsOf(name);
    if (field === undefined) throw new Error(name);
    await user.clear(field);
    await user.type(field, text);
  };
  await screen.findByText('Mine');
  await type('Mine', '24');
  await type('Both', '36');
  await user.click(screen.getByRole('button', { name: 'Remove Removed here' }));
  kept.draft = { ...draft, version: 4, items: [mine, { ...both, ordered: 48 }, { ...theirs, ordered: 60 }, mineToo, line(5, 'Added')] };
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  await screen.findByText(/^Somebody else changed it/);
  await user.click(screen.getByRole('button', { name: 'Keep my changes' }));
  expect(await screen.findByText('Somebody else changed Both too. Your values are entered: check them, and save.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect((sent[1] as { items: { product_id: number; ordered: number }[] }).items.map((item) => [item.product_id, item.ordered])).toEqual([
    [1, 24],
    [2, 36],
    [3, 60],
    [5, 12],
  ]);
});

it('edits, removes and scans one of several lines of a product', async () => {
  keepDraft({
    ...draft,
    items: [
      { ...product, ordered: 12 },
      { ...product, supplier_sku: 'KET-2', ordered: 24 },
    ],
  });
  const user = open(5);
  await screen.findAllByText(KETTLE);
  const quantities = () => unitsOf(KETTLE).map(({ value }) => value);
  await user.type(unitsOf(KETTLE)[1] as HTMLInputElement, '0');
  expect(quantities()).toEqual(['12', '240']);
  scanInto(screen.getByLabelText('Add a product'), '036000291452');
  await waitFor(() => expect(quantities()).toEqual(['24', '240']));
  await user.click(screen.getAllByRole('button', { name: `Remove ${KETTLE}` })[0] as HTMLElement);
  expect(quantities()).toEqual(['240']);
  expect(screen.getByLabelText<HTMLInputElement>(`Supplier SKU of ${KETTLE}`).value).toBe('KET-2');
});

it('takes an attempt with a cost that ends in zero as saved', async () => {
  const kept = keepDraft(draft);
  server.use(
    http.put('/api/purchase-order-drafts/5', async ({ request }) => {
      const { version } = (await request.json()) as { version: number };
      if (version !== kept.draft.version)
        return HttpResponse.json({ error: { reason: 'changed_meanwhile', message: 'Somebody else changed it' } }, { status: 409 });
      kept.draft = { ...draft, version: version + 1, items: [{ ...product, unit_cost: '3.5', ordered: 12 }] };
      return HttpResponse.error();
    }),
  );
  const user = open(5);
  const cost = await screen.findByLabelText(`Unit cost of ${KETTLE}`);
  await user.clear(cost);
  await user.type(cost, '3.50');
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  await screen.findByRole('alert');
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  expect(await screen.findByText('Draft, not sent')).toBeDefined();
});

it('saves a new order that was changed after the answer was lost, as one draft', async () => {
  const kept = keepDraft({ ...draft, notes: 'Before noon' });
  const bodies: { client_id: string; notes: string }[] = [];
  server.use(
    http.post('/api/purchase-order-drafts', async ({ request }) => {
      bodies.push((await request.json()) as (typeof bodies)[number]);
      if (bodies.length === 1) return HttpResponse.error();
      return bodies.length === 2 ? HttpResponse.json({ error: { message: 'Not now' } }, { status: 403 }) : HttpResponse.json({ id: 5 });
    }),
  );
  const user = open(undefined);
  await user.type(screen.getByLabelText('Vendor'), 'Norden');
  scanInto(screen.getByLabelText('Add a product'), '036000291452');
  await waitFor(() => expect(unitsOf(KETTLE)).toHaveLength(1));
  const notes = screen.getByLabelText('Notes for the vendor (optional)');
  await user.type(notes, 'Before noon');
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  await screen.findByRole('alert');
  await user.type(notes, ', please');
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  await screen.findByText('Not now');
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  await waitFor(() => expect(sent).toMatchObject([{ notes: 'Before noon, please', version: kept.draft.version }]));
  expect(bodies.map(({ notes: text }) => text)).toEqual(Array(3).fill('Before noon'));
  expect(new Set(bodies.map(({ client_id }) => client_id)).size).toBe(1);
});
