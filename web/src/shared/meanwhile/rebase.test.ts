import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rebase } from './rebase.ts';

const fields = fc.record({ a: fc.constantFrom('', 'x', 'y'), b: fc.constantFrom('', 'x', 'y') });

it('keeps changes of either side and lists the fields that were saved meanwhile', () => {
  fc.assert(
    fc.property(fields, fields, fields, (seen, typed, saved) => {
      const { mine, theirs, changed } = rebase(seen, typed, saved);
      for (const name of ['a', 'b'] as const) {
        const [isTyped, isSaved] = [typed[name] !== seen[name], saved[name] !== seen[name]];
        expect(mine[name]).toBe(isTyped ? typed[name] : saved[name]);
        expect(theirs[name]).toBe(isSaved ? saved[name] : typed[name]);
        expect(changed.some(({ field }) => field === name)).toBe(isSaved && saved[name] !== typed[name]);
      }
    }),
  );
});
