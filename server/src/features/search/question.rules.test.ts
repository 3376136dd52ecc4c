import { describe, expect, it } from 'vitest';
import { addressOf, readQuestion } from './question.rules.ts';

describe('readQuestion', () => {
  it.each([
    ['loc:A-1', ['location'], 'A-1'],
    ['  LOC: a-1 ', ['location'], 'a-1'],
    ['po:PO-77', ['purchase-order'], 'PO-77'],
    ['case:12', ['case'], '12'],
    ['sku:KETTLE-N', ['product'], 'KETTLE-N'],
    ['tracking: 1Z9', ['order', 'return', 'case', 'packing-list'], '1Z9'],
    ['constructor:x', undefined, 'constructor:x'],
    ['X00KETTLEN\r', undefined, 'X00KETTLEN'],
    ['http://x', undefined, 'http://x'],
  ])('reads %j', (typed, kinds, text) => {
    const read = readQuestion(typed);
    expect(read?.question.text).toBe(text);
    if (kinds === undefined) expect(read?.kinds.length).toBeGreaterThan(5);
    else expect(read?.kinds).toEqual(kinds);
  });

  it.each(['', '   ', 'loc:', 'po:  ', '\u0000\u001d'])('finds nothing to search for in %j', (typed) => {
    expect(readQuestion(typed)).toBeUndefined();
  });

  it.each([
    ['12', 12, false],
    ['#12', 12, true],
    ['case:12', 12, true],
    ['A-12', undefined, false],
    ['1234567890123456', undefined, false],
  ])('takes the number of %j as a record’s own: %s', (typed, recordId, isNarrowed) => {
    expect(readQuestion(typed)?.question).toMatchObject({ recordId, isNarrowed });
  });

  it.each([
    ['4117', '7114'],
    ['po:24117', '71142'],
    ['411', undefined],
    ['A411', undefined],
  ])('of %j takes the digits for the end of a number: %s', (typed, from) => {
    expect(readQuestion(typed)?.question.ending?.from).toBe(from);
  });

  it('has no beginning of a code in several words, nor in one letter', () => {
    expect(readQuestion('two words')?.question.starting).toBeUndefined();
    expect(readQuestion('a')?.question.starting).toBeUndefined();
    expect(readQuestion('a_b%')?.question.starting).toEqual({ from: 'A_B%', below: 'A_B%\u{10ffff}' });
  });
});

describe('addressOf', () => {
  it.each([
    ['/returns', { q: '1Z999' }, '/returns?q=1Z999'],
    ['/returns', { q: '00012' }, '/returns?q=00012'],
    ['/returns', { q: '12' }, '/returns?q=%2212%22'],
    ['/returns', { q: '1E5' }, '/returns?q=%221E5%22'],
    ['/returns', { q: 'a&b c' }, '/returns?q=a%26b%20c'],
    ['/jobs', { job: 12 }, '/jobs?job=12'],
    ['/counts', {}, '/counts'],
  ])('writes %s with %j', (path, search, address) => {
    expect(addressOf(path, search)).toBe(address);
  });
});
