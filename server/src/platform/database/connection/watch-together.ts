import type { Sessions } from './sessions.ts';
import type { DatabaseWatch } from './watch.ts';

/** The direct sessions, dropped together with those through the pooler and those of the owner. */
export function together(direct: Sessions, pooled: Sessions, owner: Sessions | undefined): Sessions {
  const all = [...new Set([direct, pooled, ...(owner === undefined ? [] : [owner])])];
  return {
    ...direct,
    drop() {
      for (const each of all) each.drop();
    },
    useNextHost: () => all.map((each) => each.useNextHost()).some(Boolean),
  };
}

/** The pooler may be lost alone. */
export function watchBoth(direct: DatabaseWatch, pooled: DatabaseWatch): DatabaseWatch {
  return {
    ...direct,
    async ask() {
      const [answer, ofPooler] = await Promise.all([direct.ask(), pooled.ask()]);
      return answer === 'writable' ? ofPooler : answer;
    },
    start() {
      direct.start();
      pooled.start();
    },
    async close() {
      await Promise.all([direct.close(), pooled.close()]);
    },
  };
}
