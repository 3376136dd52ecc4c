import { expect, it } from 'vitest';
import { createTestApp } from '../../../test/test-app.ts';
import { AppError } from '../app-error.ts';
import { once } from './once.ts';

const { db, signIn } = await createTestApp();
const people = await Promise.all([signIn(), signIn()]);
const [anna, ben] = await Promise.all(
  people.map(async ({ email }) => (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id),
);

let runs = 0;
const send = (key: string | null, content: unknown, actorId = anna ?? 0) =>
  db.transaction().execute((tx) =>
    once(tx, { command: 'test.count', key, actorId, content }, async () => {
      runs += 1;
      return { run: runs };
    }),
  );

it('runs a command once and repeats its answer', async () => {
  const first = await send('one', { quantity: 1 });
  expect(await send('one', { quantity: 1 })).toEqual(first);
});

it('runs a command without a key every time', async () => {
  expect(await send(null, 1)).not.toEqual(await send(null, 1));
});

it('rejects a key that was used with other content or by another person', async () => {
  await send('two', { quantity: 1 });
  const reused = { code: 'conflict', extra: { reason: 'client_id_used' } };
  await expect(send('two', { quantity: 2 })).rejects.toMatchObject(reused);
  await expect(send('two', { quantity: 1 }, ben)).rejects.toMatchObject(reused);
});

it('runs a command once for ten concurrent calls', async () => {
  const before = runs;
  const answers = await Promise.all(Array.from({ length: 10 }, () => send('three', 'same')));
  expect(runs - before).toBe(1);
  expect(new Set(answers.map(({ run }) => run)).size).toBe(1);
});

it('frees the key when the work fails', async () => {
  const failing = db.transaction().execute((tx) =>
    once(tx, { command: 'test.count', key: 'four', actorId: anna ?? 0, content: 1 }, async () => {
      throw new AppError('rule_violated', 'Not now');
    }),
  );
  await expect(failing).rejects.toThrow('Not now');
  const before = runs;
  await expect(send('four', 1)).resolves.toEqual({ run: before + 1 });
});
