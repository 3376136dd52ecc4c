import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { openPage } from '../../../../test/open-page.tsx';
import { scanInto } from '../../../../test/scanner.ts';
import { server, signedIn } from '../../../../test/server.ts';
import { AddProductPage } from './AddProductPage.tsx';

const KETTLE = '036000291452';

beforeEach(() => {
  signedIn();
  server.use(
    http.get('/api/products/candidates', ({ request }) => {
      const code = new URL(request.url).searchParams.get('code');
      const known = code === KETTLE ? [{ product_id: 1, title: 'Electric Kettle', image_url: null, seller_sku: 'KETTLE-N' }] : [];
      return HttpResponse.json({ code, field: code === KETTLE ? 'gtin' : null, known, candidates: [], problem: null });
    }),
  );
});

const opened = (code: string) =>
  openPage(
    ({ address, onAddress }: { address: { code?: string | undefined }; onAddress: (change: { code: string | undefined }) => void }) => (
      <AddProductPage code={address.code} onCode={(changed) => onAddress({ code: changed })} mayPrice onSaved={() => {}} />
    ),
    { code } as { code?: string | undefined },
  );

it('asks before a scan discards the entered data', async () => {
  const user = opened('NEW-1');
  await user.type(await screen.findByLabelText('Item name *'), 'Storm Lantern');
  const field = screen.getByRole('textbox', { name: 'Identifier' });
  await user.clear(field);
  await user.type(field, 'NEW-2{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(screen.getByLabelText<HTMLInputElement>('Item name *').value).toBe('Storm Lantern');
  // An Enter that follows at once would belong to the scan; a person's comes later.
  await new Promise((resolve) => setTimeout(resolve, 120));
  await user.type(field, '{Enter}');
  const [, confirm] = await waitFor(() => {
    const buttons = screen.getAllByRole('button', { name: 'Look up' });
    expect(buttons).toHaveLength(1);
    return [undefined, buttons[0]];
  });
  await user.click(confirm as HTMLElement);
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Seller SKU *').value).toBe('NEW-2'));
  expect(screen.getByLabelText<HTMLInputElement>('Item name *').value).toBe('');
});

it('adds another product with an existing code and does not prefill codes that would be rejected', async () => {
  const user = opened(KETTLE);
  await user.click(await screen.findByRole('button', { name: 'Add another product with this code' }));
  expect(screen.getByLabelText<HTMLInputElement>('GTIN').value).toBe('');
});

it('replaces a code by a scan into its field, and saves nothing', async () => {
  opened('NEW-1');
  const gtin = await screen.findByLabelText<HTMLInputElement>('GTIN');
  fireEvent.change(gtin, { target: { value: '0360002' } });
  scanInto(gtin, KETTLE);
  expect(gtin.value).toBe(KETTLE);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(false);
});

it.each([
  [null, 'Stowage does not know NEW-1. Check it against the label, or enter the new product below.'],
  ['gtin', 'Neither Stowage nor Amazon knows NEW-1. Check it against the label, or enter the new product below.'],
])('says that the code is unknown above the empty form: %s', async (field, text) => {
  server.use(http.get('/api/products/candidates', () => HttpResponse.json({ code: 'NEW-1', field, known: [], candidates: [], problem: null })));
  opened('NEW-1');
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.getByLabelText('Item name *')).toBeTruthy();
});

it('repeats an attempt without an answer under its client id, and sends other content under another', async () => {
  const sent: { client_id: string; title: string }[] = [];
  server.use(
    http.post('/api/products', async ({ request }) => {
      sent.push((await request.json()) as (typeof sent)[number]);
      return HttpResponse.error();
    }),
  );
  const user = opened('NEW-1');
  const title = await screen.findByLabelText('Item name *');
  const save = async () => {
    const before = sent.length;
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent.length).toBeGreaterThan(before));
    await screen.findByRole('button', { name: 'Save' });
  };
  await user.type(title, 'Storm Lantren');
  await save();
  await save();
  await user.clear(title);
  await user.type(title, 'Storm Lantern');
  await save();
  const idsOf = (of: string) => new Set(sent.filter((one) => one.title === of).map(({ client_id }) => client_id));
  expect([idsOf('Storm Lantren').size, idsOf('Storm Lantern').size]).toEqual([1, 1]);
  expect(idsOf('Storm Lantern')).not.toEqual(idsOf('Storm Lantren'));
});

describe('with products of Amazon', () => {
  const lantern = { asin: 'B000000001', title: 'Lantern', brand: null, image_url: null, pack_size: null, gtins: [], known: null };
  const itemName = () => screen.getByLabelText<HTMLInputElement>('Item name *').value;
  let isAnswering = true;
  beforeEach(() => {
    isAnswering = true;
    server.use(
      http.get('/api/products/candidates', () => {
        const answer = isAnswering ? { candidates: [lantern], problem: null } : { candidates: [], problem: 'Amazon’s catalog does not answer.' };
        return HttpResponse.json({ code: lantern.asin, field: 'asin', known: [], ...answer });
      }),
    );
  });

  it('leaves the entered data when Amazon would answer by now, until the person looks the code up again', async () => {
    isAnswering = false;
    const user = opened(lantern.asin);
    await user.type(await screen.findByLabelText('Item name *'), 'Storm Lantern');
    isAnswering = true;
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(itemName()).toBe('Storm Lantern');
    await user.click(screen.getByRole('button', { name: 'Look up' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Look up' }));
    expect(await screen.findByText('Found at Amazon')).toBeTruthy();
  });

  it('asks before another choice discards the entered data', async () => {
    const user = opened(lantern.asin);
    await user.click(await screen.findByRole('button', { name: 'None of these' }));
    await user.type(screen.getByLabelText('Item name *'), 'Storm Lantern');
    await user.click(screen.getByRole('button', { name: 'Use B000000001, Lantern' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(itemName()).toBe('Storm Lantern');
    await user.click(screen.getByRole('button', { name: 'Use B000000001, Lantern' }));
    await user.click(await screen.findByRole('button', { name: 'Use' }));
    expect(itemName()).toBe('Lantern');
  });
});
