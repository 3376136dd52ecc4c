import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { resetLive } from './live.ts';

// What appears appears; on a busy machine that takes longer than the library's one second.
configure({ asyncUtilTimeout: 10_000 });

// jsdom has no sound; the screens' tests count the tones that were asked for.
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

/** user-event wraps every focus in act, also one that the page gives back by a timer while a test waits; React then complains of user-event. */
const isOfTheTools = ([text]: unknown[]) => text === 'The current testing environment is not configured to support act(...)';

let complaints: unknown[][] = [];
beforeEach(() => {
  complaints = [];
  played.length = 0;
  resetLive();
  localStorage.clear();
  vi.spyOn(console, 'error').mockImplementation((...args) => isOfTheTools(args) || complaints.push(args));
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  // A complaint of React or of our own code is a failure, though the test's own expectations held.
  expect(complaints).toEqual([]);
});
