import { describe, expect, it } from 'vitest';
import { screenAddress } from './screen-address.ts';

describe('screenAddress', () => {
  it.each([
    ['/returns', { q: '1Z999' }, '/returns?q=1Z999'],
    ['/returns', { q: '00012' }, '/returns?q=00012'],
    ['/returns', { q: '12' }, '/returns?q=12'],
    ['/returns', { q: '1E5' }, '/returns?q=1E5'],
    ['/returns', { q: 'true' }, '/returns?q=%22true%22'],
    ['/returns', { q: 'a&b c' }, '/returns?q=a%26b%20c'],
    ['/jobs', { job: 12 }, '/jobs?job=12'],
    ['/counts', {}, '/counts'],
  ])('writes %s with %j', (path, search, address) => {
    expect(screenAddress(path, search)).toBe(address);
  });
});
