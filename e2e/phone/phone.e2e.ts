import { ask } from '../support/api.ts';
import { createPackingList, expectFits } from '../support/narrow-screens.ts';
import { signIn, test } from '../support/stack.ts';

/** What a person holds a phone for. `phone.soak.e2e.ts` opens the other screens. */
const ON_THE_FLOOR = ['/merchantfulfilledinventory', '/localinventoryaudit?location=A-1', '/receiveinventory?po=P-1&tab=receive'];

test('fits the screens of the warehouse floor on a phone and a tablet', async ({ page, stack }) => {
  await signIn(page, stack);
  await createPackingList(page);
  for (const address of ON_THE_FLOOR) await expectFits(page, stack, address);
});

test('fits a count in progress on a phone', async ({ page, stack }) => {
  await signIn(page, stack);
  await ask(page, '/api/counts', { locations: ['G-5'], isBlind: true });
  const { data } = await ask<{ data: { id: number }[] }>(page, '/api/counts?location=G-5');
  await expectFits(page, stack, `/counts/${data[0]?.id}`);
});
