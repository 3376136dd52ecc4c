import { GUIDE_STEPS, type GuideStep } from '@stowage/contract/dashboard/guide';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { renderInPage } from '../../../../test/open-page.tsx';
import { server, signedIn } from '../../../../test/server.ts';
import { SetupGuide } from './SetupGuide.tsx';
import { SkippedStepsCard } from './SkippedStepsCard.tsx';

let states: Partial<Record<string, GuideStep['state']>>;
let opened: string[];
let saved: unknown[];

beforeEach(() => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  [states, opened, saved] = [{}, [], []];
  server.use(
    http.get('/api/dashboard/guide', () =>
      HttpResponse.json({ steps: GUIDE_STEPS.map((name) => ({ name, state: states[name] ?? 'OPEN', detail: `${name} so far` })) }),
    ),
    http.post('/api/dashboard/guide/skip', async ({ request }) => {
      const { steps, isSkipped } = (await request.json()) as { steps: string[]; isSkipped: boolean };
      for (const step of steps) states[step] = isSkipped ? 'SKIPPED' : 'OPEN';
      return HttpResponse.json({ success: true });
    }),
    http.get('/api/company', () => HttpResponse.json({ company: null })),
    http.put('/api/company', async ({ request }) => {
      saved.push(await request.json());
      states.company = 'DONE';
      return HttpResponse.json({ company: { name: 'Nordic', timeZone: 'Europe/Oslo', version: 1 } });
    }),
  );
});

const show = () => renderInPage(<SetupGuide onOpen={(path) => opened.push(path)} onTestLabel={() => opened.push('test label')} />);
const next = async () => (await screen.findAllByRole('listitem')).find((item) => item.getAttribute('aria-current') === 'step') as HTMLElement;

it('explains the next step, and moves on when it is done', async () => {
  show();
  expect(await screen.findByText('0 of 9 done. Leave it whenever you like: each step shows what is there.')).toBeTruthy();
  expect(within(await next()).getByText('Company and time zone')).toBeTruthy();
  await userEvent.click(within(await next()).getByRole('button', { name: 'Enter' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Company and time zone' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByText('Enter the name of the company')).toBeTruthy();
  await userEvent.type(dialog.getByLabelText('Company'), 'Nordic');
  await userEvent.selectOptions(dialog.getByLabelText('Time zone'), 'Europe/Oslo');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(async () => expect(within(await next()).getByText('Locations')).toBeTruthy());
  expect(saved).toEqual([{ name: 'Nordic', timeZone: 'Europe/Oslo', version: 0 }]);
  await userEvent.click(within(await next()).getByRole('button', { name: 'Make locations' }));
  await userEvent.click(screen.getByRole('button', { name: 'Print a test label' }));
  expect(opened).toEqual(['/localinventoryadjustment?tab=locations&place=pattern', 'test label']);
});

it('skips a step and brings it back', async () => {
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Skip Amazon' }));
  expect(await screen.findByText(/^0 of 9 done, 1 skipped/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Bring back Amazon' }));
  expect(await screen.findByRole('button', { name: 'Skip Amazon' })).toBeTruthy();
});

it('disappears when each step is done or skipped; the settings bring the skipped ones back', async () => {
  for (const name of GUIDE_STEPS) states[name] = name === 'people' || name === 'marketplace' ? 'SKIPPED' : 'DONE';
  renderInPage(
    <>
      <SetupGuide onOpen={() => {}} onTestLabel={() => {}} />
      <SkippedStepsCard />
    </>,
  );
  expect(await screen.findByText('Amazon, People')).toBeTruthy();
  expect(screen.queryByRole('list', { name: 'Steps' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Bring the steps back' }));
  expect(await screen.findByText(/^7 of 9 done\./)).toBeTruthy();
  expect(screen.queryByText('Amazon, People')).toBeNull();
});
