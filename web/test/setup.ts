import { cleanup, configure, getConfig } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { showBulk } from '../src/shared/bulk/shown-bulk.ts';
import { resetLive } from './live.ts';

// On a busy machine an element may appear later than the library's default of one second.
configure({ asyncUtilTimeout: 120_000 });

const { getElementError } = getConfig();
configure({
  // While a test waits, the page is not printed at each attempt. The last error shows it.
  getElementError: (message, container) =>
    Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true ? new Error(message ?? undefined) : getElementError(message, container),
});

/** The sound files that were played, because jsdom plays no sound. */
export const played: string[] = [];
vi.stubGlobal(
  'Audio',
  class {
    volume = 1;
    currentTime = 0;
    private readonly source: string;
    constructor(source: string) {
      this.source = source;
    }
    play() {
      played.push(this.source);
      return Promise.resolve();
    }
  },
);
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));

/** user-event wraps every focus in act, even one that a timer of the page sets while a test waits; React then warns about user-event. */
const isFromUserEvent = ([text]: unknown[]) => text === 'The current testing environment is not configured to support act(...)';

let errors: unknown[][] = [];
beforeEach(() => {
  errors = [];
  played.length = 0;
  resetLive();
  showBulk(undefined);
  localStorage.clear();
  vi.spyOn(console, 'error').mockImplementation((...args) => isFromUserEvent(args) || errors.push(args));
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  // An error that React or our code logs fails the test.
  expect(errors).toEqual([]);
});
