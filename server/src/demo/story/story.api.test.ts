import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { SILENT_TOPICS } from '../../../test/fixtures/test-orders.ts';
import { createTestApp, TEST_SECRETS } from '../../../test/test-app.ts';
import { insertUser } from '../../features/identity/internals.ts';
import { createLogger } from '../../platform/logger.ts';
import { DEMO_STAFF } from '../catalog.ts';
import { broughtIn } from './brought-in.ts';
import { indexSuggestions } from './index-suggestions.ts';
import { listStaff } from './story.repository.ts';
import { demoStoryTask } from './story.task.ts';
import type { StoryStep } from './story-step.ts';

const { db, owner, clock, openFiles, signIn } = await createTestApp();
const admin = await signIn('ROLE_ADMIN');
const ran: string[] = [];
let isSimulator = true;
let isReady = false;
let isKilled = true;
const later: StoryStep = { name: 'later', isReady: async () => isReady, run: async () => void ran.push('later') };
const killed: StoryStep = {
  name: 'killed',
  isReady: async () => true,
  run: async () => {
    ran.push('killed');
    if (isKilled) throw new Error('killed');
  },
};
const marketplaces = { current: async () => undefined };
const story = { db, owner, clock, openFiles, logger: createLogger('silent'), topics: SILENT_TOPICS, secrets: TEST_SECRETS, seed: 1, marketplaces };
const task = demoStoryTask({
  ...story,
  steps: [later, indexSuggestions, killed],
  isSimulator: async () => isSimulator,
});
const run = () => task.run({}, new AbortController().signal);

it('creates each part of the past once, when its imports are done, and continues after a kill', async () => {
  await run();
  expect(ran).toEqual([]);
  for (const person of DEMO_STAFF) await insertUser(db, { ...person, roles: ['ROLE_USER'], passwordHash: null });
  isSimulator = false;
  await run();
  expect(ran).toEqual([]);
  isSimulator = true;
  await expect(run()).rejects.toThrow('killed');
  [isReady, isKilled] = [true, false];
  await run();
  await run();
  expect(ran).toEqual(['killed', 'later', 'killed']);
  const { rows } = await sql<{ status: string }>`select status from index_suggestions order by status`.execute(db);
  expect(rows.map(({ status }) => status)).toEqual(['COMPLETED', 'IGNORED', 'PENDING']);
  expect((await admin.get('/api/audit-log?kind=demo')).json().data).toHaveLength(3);
});

it('shows a file with problems under Bring in data, and its correction, once', async () => {
  const [first, second] = await listStaff(db);
  if (first === undefined || second === undefined) throw new Error('The staff is missing');
  for (let nth = 0; nth < 2; nth += 1) await broughtIn.run({ ...story, staff: [first, second] });
  const { data } = (await admin.get('/api/spreadsheets')).json();
  expect(data).toMatchObject([
    { fileName: 'vendors-corrected.csv', state: 'APPLIED', wrongCount: 0 },
    { fileName: 'vendors.csv', state: 'CHECKED', wrongCount: 2 },
  ]);
  expect(data).toHaveLength(2);
});

it('serves a picture for each kind of product, and a plain one for unknown kinds', async () => {
  const [skillet, unknown] = await Promise.all(['cast-iron-skillet/navy', 'spaceship/pink'].map((name) => admin.get(`/api/demo/pictures/${name}`)));
  expect([skillet?.headers['content-type'], skillet?.body.startsWith('<svg')]).toEqual(['image/svg+xml', true]);
  expect(unknown?.statusCode).toBe(200);
  expect(unknown?.body).not.toBe(skillet?.body);
  expect((await admin.get('/api/demo/pictures/..%2f/navy')).statusCode).toBe(400);
});
