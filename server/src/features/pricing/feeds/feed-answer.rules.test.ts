import { expect, it } from 'vitest';
import { readAnswers } from './feed-answer.rules.ts';

const issue = { messageIndex: undefined, isError: true, code: '4000001', message: 'The feed is not valid.' };

it.each([
  ['nothing was accepted, without any issue', { issues: [], accepted: 0 }, { outcome: 'REJECTED', reason: 'Amazon accepted none of the changes in this feed' }],
  ['the whole feed is refused', { issues: [issue], accepted: 0 }, { outcome: 'REJECTED', reason: '4000001: The feed is not valid.' }],
  ['some were accepted', { issues: [issue], accepted: 1 }, { outcome: 'ACCEPTED', reason: null }],
])('reads the outcome of the changes without an issue: %s', (_, report, others) => expect(readAnswers(report).others).toEqual(others));

it('gives a change its worst outcome, with all reasons', () => {
  const issues = [
    { messageIndex: 2, isError: true, code: '1', message: 'A' },
    { messageIndex: 2, isError: false, code: undefined, message: 'B' },
  ];
  expect(readAnswers({ issues, accepted: 5 }).answers).toEqual([{ position: 2, outcome: 'REJECTED', reason: '1: A; B' }]);
});
