import type { IndexOverview, IndexSuggestion } from '@stowage/contract/index-advisor/index-advisor';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { delay, HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { openPage } from '../../../test/open-page.tsx';
import { shortenPauses } from '../../../test/pauses.ts';
import { server, signedIn } from '../../../test/server.ts';
import { IndexAdvisorPage } from './IndexAdvisorPage.tsx';
import type { IndexAdvisorAddress } from './index-advisor-address.ts';

const suggestion = (part: Partial<IndexSuggestion> = {}): IndexSuggestion => ({
  ...{ id: 1, tableSchema: 'public', tableName: 'units', suggestedIndexName: 'adv_units_location', suggestedIndexColumns: 'location_id, status' },
  ...{
    avgExecutionTimeMs: 1_240,
    executionCount: 12_345,
    potentialImprovementPercent: 91.4,
    status: 'PENDING',
    queryPattern: 'select * from units where location_id = $1',
  },
  ...{ errorMessage: null, createIndexStatement: 'CREATE INDEX CONCURRENTLY adv_units_location ON public.units (location_id, status)', estimate: 'PLANNER' },
  ...{
    estimatedBytes: 5_242_880,
    writes: 99,
    measuredImprovementPercent: null,
    measureNote: null,
    measuredAt: null,
    foundAt: '2026-11-20T14:00:00.000Z',
    finishedAt: null,
    statements: [],
  },
  ...part,
});
const statement = (part: Partial<IndexSuggestion['statements'][number]> = {}): IndexSuggestion['statements'][number] => ({
  ...{ pattern: 'select * from units where location_id = $1', calls: 9, avgExecutionTimeMs: 9, improvementPercent: 91, costBefore: 100, costAfter: 9 },
  ...{ callsAfter: null, avgExecutionTimeAfterMs: null, isGeneric: false },
  ...part,
});
const overview = (part: Partial<IndexOverview> = {}): IndexOverview => ({
  ...{
    source: 'ON',
    isEmbedded: true,
    estimatedBy: 'CATALOGUE',
    statisticsSince: '2026-11-01T00:00:00.000Z',
    isOldEnough: true,
    unused: [],
    duplicates: [],
    lastAnalysis: null,
  },
  ...{ isAnalyzing: false },
  ...part,
});

let suggestions: IndexSuggestion[] = [];
let running: object | null = null;
let asked: string[] = [];
let done: string[] = [];
let opened: string[] = [];

beforeEach(() => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  suggestions = [suggestion()];
  running = null;
  asked = [];
  done = [];
  opened = [];
  const act = ({ request }: { request: Request }) => {
    done.push(new URL(request.url).pathname);
    return HttpResponse.json({ success: true, message: '', measuredImprovementPercent: null, measureNote: 'NOT_EXECUTED' });
  };
  server.use(
    http.get('/api/index-advisor/suggestions', ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json({ suggestions, indexCreationInProgress: running !== null, currentlyRunningIndex: running });
    }),
    http.get('/api/index-advisor/status', () => HttpResponse.json({ pendingCount: 4, completedCount: 3, failedCount: 2, ignoredCount: 1 })),
    http.get('/api/index-advisor/overview', () => HttpResponse.json(overview())),
    http.post('/api/index-advisor/analyze', act),
    http.post('/api/index-advisor/suggestions/:id/:verb', act),
  );
});
const show = (address: IndexAdvisorAddress = {}) =>
  openPage<IndexAdvisorAddress>((page) => <IndexAdvisorPage {...page} onOpen={(path) => opened.push(path)} />, address);
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const says = async (text: string) => expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);

describe('the list', () => {
  it('has the specification’s cards, tabs and columns', async () => {
    show();
    const row = await screen.findByRole('row', { name: /adv_units_location/ });
    for (const text of ['units', 'location_id, status', '1.2 s', '12,345 executions', '91 % less cost, estimated', 'PENDING'])
      expect(within(row).getByText(text)).toBeTruthy();
    const headings = within(screen.getByRole('table', { name: 'Index suggestions' }))
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent);
    expect(headings).toEqual(['Table/Suggested Index', 'Columns', 'Avg Time', 'Executions/Improvement', 'Status', 'Actions']);
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['ALL', 'PENDING', 'IN_PROGRESS', 'COMPLETED', 'FAILED', 'IGNORED']);
    for (const [name, count] of [
      ['Pending', '4'],
      ['Completed', '3'],
      ['Failed', '2'],
      ['Ignored', '1'],
    ]) {
      expect((await screen.findByText(name ?? '', { selector: 'dt' })).nextElementSibling?.textContent).toBe(count);
    }
  });

  it('shows whether an improvement is rough or without values, and the measured gain or why there is none', async () => {
    suggestions = [
      suggestion({ id: 1, estimate: 'ROUGH', avgExecutionTimeMs: 999 }),
      suggestion({ id: 2, suggestedIndexName: 'adv_none', statements: [statement({ isGeneric: true })] }),
      suggestion({ id: 4, status: 'COMPLETED', measureNote: 'UNUSED', suggestedIndexName: 'adv_unused' }),
      suggestion({ id: 3, status: 'COMPLETED', measuredImprovementPercent: 88, suggestedIndexName: 'adv_made' }),
    ];
    show();
    expect(await screen.findByText('91 % less cost, estimated roughly')).toBeTruthy();
    expect(screen.getByText('999 ms')).toBeTruthy();
    expect(within(screen.getByRole('row', { name: /adv_none/ })).getByText('91 % less cost, estimated without values')).toBeTruthy();
    expect(within(screen.getByRole('row', { name: /adv_unused/ })).getByText('Not used')).toBeTruthy();
    const made = within(screen.getByRole('row', { name: /adv_made/ }));
    expect(made.getByText('88 % less time, measured')).toBeTruthy();
    expect(made.queryByRole('button', { name: /Create Index|Ignore/ })).toBeNull();
  });

  it("that can't be loaded is not shown as empty", async () => {
    server.use(http.get('/api/index-advisor/suggestions', () => HttpResponse.json({ error: { message: 'No' } }, { status: 403 })));
    show();
    await says('Failed to fetch index suggestions');
    expect(screen.queryByText('No suggestions found')).toBeNull();
    // The message stands in the place of the list, not above an empty card.
    expect(within(screen.getByRole('tabpanel')).getByRole('alert')).toBeTruthy();
  });

  it('keeps the focus at the button when trying again fails', async () => {
    let calls = 0;
    server.use(
      http.get('/api/index-advisor/suggestions', async () => {
        calls += 1;
        await delay(50);
        return HttpResponse.json({ error: { message: 'No' } }, { status: 403 });
      }),
    );
    show();
    await press('Try again');
    await waitFor(() => expect(document.activeElement).toBe(document.body));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Try again' })));
    expect(calls).toBe(2);
  });

  it('requests one status at a time', async () => {
    show();
    await userEvent.click(await screen.findByRole('tab', { name: 'FAILED' }));
    await waitFor(() => expect(asked.at(-1)).toBe('?status=FAILED'));
  });

  it('that is empty, or rejected, shows a message', async () => {
    suggestions = [];
    show();
    await says('No suggestions found');
    server.use(http.get('/api/index-advisor/suggestions', () => HttpResponse.json({ error: { message: 'No' } }, { status: 403 })));
    await press('Refresh');
    await says('Failed to fetch index suggestions');
  });
});

describe('the details', () => {
  it('break a name that is wider than a narrow screen', async () => {
    show({ suggestion: 1, dialog: 'details' });
    const dialog = await screen.findByRole('dialog', { name: 'adv_units_location' });
    for (const part of [within(dialog).getByRole('heading', { name: 'adv_units_location' }), within(dialog).getByText('public.units')])
      expect(part.className).toMatch(/min-w-0.*\[overflow-wrap:anywhere\]/);
  });
});

describe('while an index is created', () => {
  it('the list and the numbers are refreshed, the overview is not, and Refresh stays', async () => {
    shortenPauses();
    running = { suggestedIndexName: 'adv_orders', progress: { progressPercent: 42, currentStatus: 'Reading the table' } };
    const read = { stats: 0, overview: 0 };
    server.use(
      http.get('/api/index-advisor/status', () => {
        read.stats++;
        return HttpResponse.json({ pendingCount: 4, completedCount: 3, failedCount: 2, ignoredCount: 1 });
      }),
      http.get('/api/index-advisor/overview', () => {
        read.overview++;
        return HttpResponse.json(overview());
      }),
      http.get('/api/index-advisor/suggestions', async () => {
        asked.push('');
        if (asked.length > 1) await new Promise(() => {});
        return HttpResponse.json({ suggestions, indexCreationInProgress: true, currentlyRunningIndex: running });
      }),
    );
    show();
    await waitFor(() => expect(asked.length).toBeGreaterThan(1));
    expect(screen.getByRole('button', { name: 'Refresh' })).toHaveProperty('disabled', false);
    await waitFor(() => expect(read.stats).toBeGreaterThan(1));
    expect(read.overview).toBe(1);
  });
});

describe('a creation', () => {
  it('is confirmed with its statement before it starts', async () => {
    show();
    await press('Create Index adv_units_location');
    const dialog = await screen.findByRole('dialog', { name: 'Create Index' });
    expect(dialog.textContent).toContain('CREATE INDEX CONCURRENTLY adv_units_location ON public.units (location_id, status)');
    expect(within(dialog).getByRole('button', { name: 'Cancel' })).toBe(document.activeElement);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Confirm' }));
    await says('Index creation started successfully');
    expect(done).toEqual(['/api/index-advisor/suggestions/1/create-index']);
  });

  it.each([
    [
      'the server refuses',
      () => HttpResponse.json({ error: { message: 'Another index is being created. Only one is created at a time.' } }, { status: 409 }),
      'Another index is being created. Only one is created at a time.',
    ],
    ['the server does not answer', () => HttpResponse.error(), 'Failed to create index'],
    ['the server fails without a message', () => new HttpResponse(null, { status: 500 }), 'Failed to create index'],
  ])('that %s shows a message', async (_, answer, text) => {
    server.use(http.post('/api/index-advisor/suggestions/:id/create-index', answer));
    show({ suggestion: 1, dialog: 'create' });
    await press('Confirm');
    await says(text);
  });

  it('shows its progress, updates automatically and disables other creations', async () => {
    shortenPauses();
    running = { suggestedIndexName: 'adv_orders', progress: { progressPercent: 42, currentStatus: 'Reading the table' } };
    show();
    expect((await screen.findByRole('progressbar', { name: 'Progress of adv_orders' })).getAttribute('value')).toBe('42');
    await says('42 % · Reading the table');
    expect(screen.getByRole('button', { name: 'Create Index adv_units_location' })).toHaveProperty('disabled', true);
    const before = asked.length;
    await waitFor(() => expect(asked.length).toBeGreaterThan(before));
    running = null;
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
  });
});

describe('the other actions', () => {
  it('ignore a suggestion', async () => {
    show();
    await press('Ignore adv_units_location');
    await userEvent.click(within(await screen.findByRole('dialog', { name: 'Ignore Suggestion' })).getByRole('button', { name: 'Confirm' }));
    await says('Suggestion marked as ignored');
    expect(done).toEqual(['/api/index-advisor/suggestions/1/ignore']);
  });

  it('start an analysis', async () => {
    show();
    await press('Analyze Queries');
    await says('Analysis triggered successfully');
  });

  it.each([
    ['analyze', 'Analyze Queries', 'Failed to trigger analysis'],
    ['suggestions/:id/ignore', 'Confirm', 'Failed to ignore suggestion'],
  ])('%s that fails shows a message', async (path, button, text) => {
    server.use(http.post(`/api/index-advisor/${path}`, () => HttpResponse.error()));
    show(button === 'Confirm' ? { suggestion: 1, dialog: 'ignore' } : {});
    await press(button);
    await says(text);
  });
});

describe('a dialog in the address', () => {
  const tab = (name: string) => screen.getByRole('tab', { name });
  const byTab = () =>
    server.use(
      http.get('/api/index-advisor/suggestions', ({ request }) => {
        const status = new URL(request.url).searchParams.get('status');
        const listed = suggestions.filter((one) => status === 'ALL' || one.status === status);
        return HttpResponse.json({ suggestions: listed, indexCreationInProgress: running !== null, currentlyRunningIndex: running });
      }),
    );

  it("opens also in another status' tab", async () => {
    byTab();
    show({ status: 'COMPLETED', suggestion: 1, dialog: 'details' });
    expect(await screen.findByRole('dialog', { name: 'adv_units_location' })).toBeTruthy();
  });

  it('reports a missing suggestion', async () => {
    show({ suggestion: 99, dialog: 'details' });
    const dialog = await screen.findByRole('dialog', { name: 'Suggestion not found' });
    await userEvent.click(within(dialog).getByText('Close', { selector: 'button' }));
    await waitFor(() => expect(document.activeElement).toBe(tab('ALL')));
  });

  it.each(['create', 'ignore'] as const)('to %s a suggestion that is no longer pending only shows it', async (dialog) => {
    suggestions = [suggestion({ status: 'COMPLETED' })];
    show({ suggestion: 1, dialog });
    expect(await screen.findByRole('dialog', { name: 'adv_units_location' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull();
  });

  it('creates nothing while another index is being created', async () => {
    running = { suggestedIndexName: 'adv_orders', progress: { progressPercent: 42, currentStatus: 'Reading the table' } };
    show({ suggestion: 1, dialog: 'create' });
    expect(await screen.findByRole('button', { name: 'Confirm' })).toHaveProperty('disabled', true);
    await says('Another index is being created. Only one is created at a time.');
  });

  it.each([
    ['all', undefined, /^View details/],
    ['Pending', 'PENDING', 'PENDING'],
  ] as const)('moves the focus to a remaining control after Confirm, in the tab of %s', async (_, status, name) => {
    byTab();
    show({ status });
    await press('Create Index adv_units_location');
    suggestions = [suggestion({ status: 'IN_PROGRESS' })];
    await press('Confirm');
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Create Index/ })).toBeNull());
    const target = status === undefined ? screen.getByRole('button', { name }) : tab('PENDING');
    await waitFor(() => expect(document.activeElement).toBe(target));
  });

  it('returns the focus to its button when it is closed without an action', async () => {
    show();
    await press('Ignore adv_units_location');
    await press('Cancel');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Ignore adv_units_location' })));
  });
});

describe('a failed suggestion', () => {
  it('can be retried and still shows the error', async () => {
    suggestions = [suggestion({ status: 'FAILED', errorMessage: 'The disk is full' })];
    show({ suggestion: 1, dialog: 'details' });
    await press('Try again');
    await says('Suggestion is pending again');
    expect(done).toEqual(['/api/index-advisor/suggestions/1/retry']);
    suggestions = [suggestion({ errorMessage: 'The disk is full' })];
    await press('Refresh');
    await press('View details of adv_units_location');
    await says('The last attempt failed: The disk is full');
  });
});

describe('an improvement', () => {
  it.each([
    [87.4, '87 % less cost with the index, estimated by the planner', 'Saves 62 % of the mean time'],
    [12, '12 % less cost with the index, estimated by the planner', 'Saves 62 % of the mean time'],
  ])('of %s %% is never mistaken for the remaining cost', async (estimated, planned, measured) => {
    suggestions = [suggestion({ status: 'COMPLETED', potentialImprovementPercent: estimated, measuredImprovementPercent: 62.9 })];
    show({ suggestion: 1, dialog: 'details' });
    await says(planned);
    await says(measured);
  });

  it('that made the statement slower is shown as such', async () => {
    suggestions = [suggestion({ status: 'COMPLETED', measuredImprovementPercent: -12.7 })];
    show();
    await says('12 % more time, measured');
    await press('View details of adv_units_location');
    await says('Slower: adds 12 % of the mean time');
  });
});

describe('the details', () => {
  it('show the pattern, the statement and the error', async () => {
    suggestions = [suggestion({ status: 'FAILED', errorMessage: 'The disk is full' })];
    show();
    await press('View details of adv_units_location');
    const dialog = await screen.findByRole('dialog');
    for (const text of ['public.units', 'The disk is full', 'select * from units where location_id = $1', '5.0 MiB'])
      expect(dialog.textContent).toContain(text);
  });

  it('report an unknown pattern', async () => {
    suggestions = [suggestion({ queryPattern: null })];
    show({ suggestion: 1, dialog: 'details' });
    await says('No query pattern available');
  });

  it('measure the gain on request', async () => {
    suggestions = [suggestion({ status: 'COMPLETED' })];
    show({ suggestion: 1, dialog: 'details' });
    await press('Measure now');
    await says('None of its statements has run since the index was created');
    expect(done).toEqual(['/api/index-advisor/suggestions/1/measure']);
  });
});

describe('an ignored suggestion', () => {
  it('can be restored', async () => {
    suggestions = [suggestion({ status: 'IGNORED' })];
    show({ suggestion: 1, dialog: 'details' });
    await press('Suggest again');
    await says('Suggestion is pending again');
    expect(done).toEqual(['/api/index-advisor/suggestions/1/retry']);
  });
});

describe('the last analysis', () => {
  it('leads to its job', async () => {
    const lastAnalysis = { id: 42, at: '2026-11-20T14:00:00.000Z', state: 'DONE', message: 'Slow statements: 3', error: null };
    server.use(http.get('/api/index-advisor/overview', () => HttpResponse.json(overview({ lastAnalysis }))));
    show();
    await userEvent.click(await screen.findByRole('link', { name: 'Show the job' }));
    expect(opened).toEqual(['/jobs?job=42']);
  });
});

describe('the database', () => {
  it('without statement statistics shows how to enable them', async () => {
    server.use(http.get('/api/index-advisor/overview', () => HttpResponse.json(overview({ source: 'NOT_LOADED' }))));
    show();
    await says("ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements';");
  });

  it('shows unused indexes', async () => {
    const index = {
      tableSchema: 'public',
      tableName: 'units',
      indexName: 'units_old',
      definition: 'CREATE INDEX …',
      bytes: 8_192,
      reason: 'No search used it.',
    };
    server.use(
      http.get('/api/index-advisor/overview', () => HttpResponse.json(overview({ unused: [index], duplicates: [{ ...index, indexName: 'units_twice' }] }))),
    );
    show();
    expect(within(await screen.findByRole('table', { name: 'Unused indexes' })).getByText('units_old')).toBeTruthy();
    expect(within(screen.getByRole('table', { name: 'Duplicate indexes' })).getByText('units_twice')).toBeTruthy();
  });

  it('with recent statistics only is not judged', async () => {
    server.use(http.get('/api/index-advisor/overview', () => HttpResponse.json(overview({ isOldEnough: false }))));
    show();
    await says('Not enough statistics yet');
  });
});

it('shows what an analysis finds when it ends', async () => {
  shortenPauses();
  let isAnalyzing = true;
  suggestions = [];
  server.use(http.get('/api/index-advisor/overview', () => HttpResponse.json(overview({ isAnalyzing }))));
  openPage<IndexAdvisorAddress>((props) => <IndexAdvisorPage {...props} onOpen={() => {}} />, {});
  await screen.findByText('An analysis is running…');
  expect(await screen.findByText('No suggestions found')).toBeTruthy();
  suggestions = [suggestion()];
  isAnalyzing = false;
  expect(await screen.findByText('adv_units_location')).toBeTruthy();
  expect(screen.queryByText('An analysis is running…')).toBeNull();
});
