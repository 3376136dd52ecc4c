import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../../../test/test-app.ts';

const { signIn } = await createTestApp();
const person = await signIn();
const save = async (settings: object) => (await person.post('/api/user/settings', { settings })).statusCode;
const read = async () => (await person.get('/api/user/settings')).json().settings;

describe('preferences', () => {
  it('are merged, so that two windows can change different parts', async () => {
    const sounds = { volume: 0.4, isSilent: true };
    expect(await save({ preferences: { timeZone: 'America/New_York', location: 'A-1' } })).toBe(200);
    await Promise.all([save({ preferences: { sounds } }), save({ preferences: { locale: 'de-DE' } }), save({ preferences: { labelStation: { way: 'PDF' } } })]);
    const kept = { timeZone: 'America/New_York', location: 'A-1', locale: 'de-DE', sounds, labelStation: { way: 'PDF' } };
    expect(await read()).toEqual({ preferences: kept });
    await save({ preferences: { location: null, labelStation: null } });
    expect(await read()).toEqual({ preferences: { timeZone: 'America/New_York', locale: 'de-DE', sounds } });
  });

  it.each([
    ['an unknown time zone', { timeZone: 'Mars/Base' }, 'There is no such time zone'],
    ['an unknown location', { location: 'Z-99' }, 'There is no location Z-99'],
  ])('refuse %s', async (_, preferences, message) => {
    const before = await read();
    const answer = await person.post('/api/user/settings', { settings: { preferences } });
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain(message);
    expect(await read()).toEqual(before);
  });
});

it('stores the order of cards and the hidden cards separately, and a competitor selection as a whole', async () => {
  const selection = { selectedCompetitorIds: [1], filters: { startDate: '2026-11-01', endDate: '2026-11-20' }, savedAt: '2026-11-20T08:00:00.000Z' };
  await save({ dashboard: { order: ['open-cases'] }, mapComplianceReport: selection });
  await save({ dashboard: { hidden: ['recovered'] }, mapComplianceReport: { ...selection, selectedCompetitorIds: [] } });
  const { dashboard, mapComplianceReport } = await read();
  expect(dashboard).toEqual({ order: ['open-cases'], hidden: ['recovered'] });
  expect(mapComplianceReport).toEqual({ ...selection, selectedCompetitorIds: [] });
});
