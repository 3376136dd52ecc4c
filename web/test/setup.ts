import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { resetLive } from './live.ts';

startAfresh();

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

/**
 * The files of one worker share a process and a document, which saves loading jsdom and React for each of them. This
 * file runs before each: our own modules are evaluated anew, with the mocks of that file alone.
 */
function startAfresh(): void {
  resetModules();
  forgetListeners();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
  document.body.replaceChildren();
  for (const { name } of [...document.documentElement.attributes]) document.documentElement.removeAttribute(name);
}

interface EvaluatedModule {
  promise?: unknown;
  exports?: unknown;
  evaluated?: boolean;
  readonly importers: Set<unknown>;
}

/** What Vitest itself does before each file of an isolated project; `vi.resetModules()` would leave the mocks of the file before. */
function resetModules(): void {
  const worker = Reflect.get(globalThis, '__vitest_worker__') as { evaluatedModules: { idToModuleMap: Map<string, EvaluatedModule> } };
  for (const [id, module] of worker.evaluatedModules.idToModuleMap) {
    // This file is being evaluated, and Vitest evaluates it again for the next one.
    if (/vitest\/(dist|[a-z]+\/dist)\/|\/web\/test\/setup\.ts$/.test(id)) continue;
    module.promise = undefined;
    module.exports = undefined;
    module.evaluated = false;
    module.importers.clear();
  }
}

type Listening = Parameters<typeof window.addEventListener>;

/** Removes the listeners that modules of the file before added to the window and, as modules of a page do, never removed. */
function forgetListeners(): void {
  const kept = window as typeof window & { listenings?: Listening[] };
  for (const [type, listener, options] of kept.listenings ?? []) window.removeEventListener(type, listener, options);
  if (kept.listenings === undefined) {
    const add = window.addEventListener.bind(window);
    window.addEventListener = (...listening: Listening) => {
      kept.listenings?.push(listening);
      add(...listening);
    };
  }
  kept.listenings = [];
}
