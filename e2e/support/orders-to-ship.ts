import { expect, type Page } from '@playwright/test';
import type { Stack } from './stack.ts';

interface Allocation {
  readonly id: number;
  readonly sku: string;
  readonly fnsku: string;
  readonly location: string;
}

/** The last order of one unit that can be shipped, because the crew of the demo starts those that are due first. */
export async function findOrder(page: Page, stack: Stack): Promise<{ orderId: string; allocation: Allocation }> {
  const token = await page.evaluate(() => localStorage.getItem('jwt'));
  const headers = { authorization: `Bearer ${token}` };
  let found: { order_id: string; pieces: Allocation[] } | undefined;
  await expect
    .poll(async () => {
      const answer = await fetch(`${stack.url}/api/orders?size=50`, { headers });
      const { data } = (await answer.json()) as {
        data: { order_id: string; waiting: number; is_cancel_open: boolean; order_status: string; started_by: string | null; pieces: Allocation[] }[];
      };
      const open = data.filter((order) => order.waiting === 0 && !order.is_cancel_open && order.order_status === 'Unshipped' && order.started_by === null);
      found = open.findLast((order) => order.pieces.length === 1);
      return found?.order_id;
    })
    .toBeDefined();
  const [allocation] = found?.pieces ?? [];
  if (found === undefined || allocation === undefined) throw new Error('The demo has no order to ship');
  return { orderId: found.order_id, allocation };
}
