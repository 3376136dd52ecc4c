import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { open, world } from '../../../../test/scan-tab.tsx';
import { createKeys, scanInto, typeByHand } from '../../../../test/scanner.ts';
import { server } from '../../../../test/server.ts';
import { played } from '../../../../test/setup.ts';

describe('the question', () => {
  it('lets the person choose when a code has several listings', async () => {
    const listing = (id: number, sellerSku: string) => ({ id, sellerSku, fnsku: null, asin: null, channel: 'SELLER_FULFILLED' });
    const product = { id: 1, title: 'Desk Lamp', itemCode: null };
    const matches = [
      { kind: 'ASIN', product, listing: listing(1, 'LAMP-VG'), condition: 2 },
      { kind: 'ASIN', product, listing: listing(2, 'LAMP-A'), condition: 4 },
    ];
    server.use(
      http.post('/api/sfinventory', () => HttpResponse.json({ error: { message: 'Which one?', reason: 'ambiguous', details: { matches } } }, { status: 409 }), {
        once: true,
      }),
    );
    const { field, user } = await open();
    scanInto(field, 'B0000000LA');
    await user.click(await screen.findByRole('button', { name: /Acceptable · LAMP-A/ }));
    await waitFor(() => expect(world.scans).toMatchObject([{ productId: 'LAMP-A', locationId: 1 }]));
  });

  it('answers one question at a time with Alt and a number', async () => {
    const matches = ['LAMP-VG', 'LAMP-A'].map((sellerSku, index) => ({
      kind: 'ASIN',
      product: { id: 1, title: 'Desk Lamp', itemCode: null },
      listing: { id: index + 1, sellerSku, fnsku: null, asin: null, channel: 'SELLER_FULFILLED' },
      condition: index + 2,
    }));
    const ids: string[] = [];
    server.use(
      http.post('/api/sfinventory', async ({ request }) => {
        const body = (await request.json()) as (typeof world.scans)[number];
        ids.push(body.clientScanId);
        if (body.productId.startsWith('B0'))
          return HttpResponse.json({ error: { message: 'Which one?', reason: 'ambiguous', details: { matches } } }, { status: 409 });
        world.scans.push(body);
        return HttpResponse.text('ok');
      }),
    );
    const { field, user } = await open();
    scanInto(field, 'B0000000LA', 'B0000000LB');
    await waitFor(() => expect(screen.getAllByRole('button', { name: /LAMP-VG/ })).toHaveLength(2));
    await user.keyboard('{Alt>}1{/Alt}');
    await waitFor(() => expect(world.scans).toHaveLength(1));
    expect(screen.getAllByRole('button', { name: /LAMP-VG/ })).toHaveLength(1);
    expect(new Set(ids).size).toBe(2);
  });

  describe('of the beginning of a known code', () => {
    const message = 'X00KETTL may be incomplete';
    const isAnswered = () => screen.queryByRole('button', { name: /as it is/ }) === null;

    beforeEach(() => {
      const listing = { id: 1, sellerSku: 'KETTLE-N', fnsku: 'X00KETTLEN', asin: null, channel: 'SELLER_FULFILLED' };
      const matches = [{ kind: 'FNSKU', product: { id: 1, title: 'Electric Kettle', itemCode: null }, listing, condition: 11 }];
      server.use(
        http.post('/api/sfinventory', async ({ request }) => {
          const body = (await request.json()) as (typeof world.scans)[number];
          if (body.productId === 'X00KETTL' && body.incomplete === 'ask') {
            return HttpResponse.json({ error: { message, reason: 'incomplete', details: { matches } } }, { status: 409 });
          }
          world.scans.push(body);
          return HttpResponse.text('ok');
        }),
      );
    });

    it('asks, and does not hold up the scans that follow', async () => {
      const { field } = await open();
      for (const code of ['X00KETTL', 'X00NEXT001', 'X00NEXT002']) scanInto(field, code);
      await waitFor(() => expect(world.scans).toMatchObject([{ productId: 'X00NEXT001' }, { productId: 'X00NEXT002' }]));
      expect(screen.getAllByText(message)[0]).toBeTruthy();
      expect(played).toContain('/sounds/warning.wav');
    });

    it.each([
      ['1', [{ productId: 'KETTLE-N' }]],
      ['2', [{ productId: 'X00KETTL', incomplete: 'add' }]],
      ['0', []],
    ])('takes Alt+%s as the answer', async (key, sent) => {
      const { field, user } = await open();
      scanInto(field, 'X00KETTL');
      await screen.findByRole('button', { name: /Add X00KETTL as it is/ });
      await user.keyboard(`{Alt>}${key}{/Alt}`);
      await waitFor(() => expect(isAnswered()).toBe(true));
      await waitFor(() => expect(world.scans).toMatchObject(sent));
      expect(world.scans).toHaveLength(sent.length);
    });

    it('takes the rest of the code as the answer when a pause has cut it', async () => {
      const { field } = await open();
      typeByHand(field, 'X00KETTL');
      await screen.findByRole('button', { name: /Add X00KETTL as it is/ });
      await waitFor(() => expect(field.value).toBe('X00KETTL'));
      createKeys(150).press(field, 'E', 'N', 'Enter');
      await waitFor(() => expect(world.scans).toMatchObject([{ productId: 'X00KETTLEN' }]));
      expect(isAnswered()).toBe(true);
    });
  });

  it('removes questions that another tab has answered', async () => {
    server.use(http.post('/api/sfinventory', () => HttpResponse.json({ error: { message: 'No' } }, { status: 422 })));
    const { field } = await open();
    scanInto(field, 'X000000BAD');
    await screen.findByRole('button', { name: 'Dismiss' });
    const key = Object.keys(localStorage).find((name) => name.startsWith('stowage.scan.')) ?? '';
    window.dispatchEvent(new StorageEvent('storage', { key, newValue: null }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull());
  });
});
