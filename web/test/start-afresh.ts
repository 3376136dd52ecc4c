import { vi } from 'vitest';

/**
 * The test files of one worker share a process and a document, which saves loading jsdom and React for each of them.
 * This file runs before each of them and removes what the file before left: its modules, mocks, listeners, timers and elements.
 */
resetModules();
removeListeners();
clearTimers();
vi.unstubAllGlobals();
vi.useRealTimers();
sessionStorage.clear();
history.replaceState(null, '', '/');
document.body.replaceChildren();
for (const { name } of [...document.documentElement.attributes]) document.documentElement.removeAttribute(name);

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
    if (/vitest\/(dist|[a-z]+\/dist)\/|\/web\/test\/start-afresh\.ts$/.test(id)) continue;
    module.promise = undefined;
    module.exports = undefined;
    module.evaluated = false;
    module.importers.clear();
  }
}

type Listening = Parameters<typeof window.addEventListener>;

/** Removes the window's listeners: a page's modules add some that they never remove. */
function removeListeners(): void {
  const recorded = window as typeof window & { listenings?: Listening[] };
  for (const [type, listener, options] of recorded.listenings ?? []) window.removeEventListener(type, listener, options);
  if (recorded.listenings === undefined) {
    const add = window.addEventListener.bind(window);
    window.addEventListener = (...listening: Listening) => {
      recorded.listenings?.push(listening);
      add(...listening);
    };
  }
  recorded.listenings = [];
}

type Timers = Window & { startedTimers?: Set<number> };

/** Ends the timers that the file before left running: a page that is gone would still call the server. */
function clearTimers(): void {
  const recorded = window as Timers;
  if (recorded.startedTimers === undefined) {
    recorded.startedTimers = new Set();
    for (const name of ['setTimeout', 'setInterval'] as const) {
      const start = globalThis[name];
      const recording = (...args: unknown[]) => {
        const timer: unknown = Reflect.apply(start, globalThis, args);
        recorded.startedTimers?.add(timer as number);
        return timer;
      };
      Object.assign(globalThis, { [name]: Object.assign(recording, start) });
    }
  }
  for (const timer of recorded.startedTimers) clearTimeout(timer);
  recorded.startedTimers.clear();
}
