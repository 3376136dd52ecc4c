import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { searchedWords, titleSearch, typoVariants } from './title-words.rules.ts';

describe('searchedWords', () => {
  it.each([
    ['Electric  Kettle, 1.5 L', ['electric', 'kettle', '1.5', 'l']],
    ['kettle KETTLE', ['kettle']],
    ["d'eau / café", ['d', 'eau', 'café']],
    ['--- %%', []],
  ])('reads %j', (text, words) => {
    expect(searchedWords(text)).toEqual(words);
  });
});

describe('typoVariants', () => {
  it('swaps neighboring letters and removes single letters', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{3,10}$/), fc.nat(), fc.constantFrom('x', 'q'), (word, nth, letter) => {
        const at = nth % (word.length - 1);
        const swapped = word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2);
        const longer = word.slice(0, at) + letter + word.slice(at);
        expect([...typoVariants(swapped), swapped]).toContain(word);
        expect(typoVariants(longer)).toContain(word);
      }),
    );
  });
});

describe('titleSearch', () => {
  it('requires one match of each word', () => {
    expect(
      titleSearch([
        { typed: 'electric', words: ['electric'] },
        { typed: 'kett', words: ['kettle', 'kettles'] },
      ]),
    ).toBe("('electric') & ('kettle' | 'kettles')");
  });

  it('skips words without matches', () => {
    expect(
      titleSearch([
        { typed: 'xyzzy', words: [] },
        { typed: 'kettle', words: ['kettle'] },
      ]),
    ).toBe("('kettle')");
    expect(titleSearch([{ typed: 'xyzzy', words: [] }])).toBeUndefined();
  });

  it('matches prefixes of models and escapes special characters', () => {
    expect(titleSearch([{ typed: '1000', words: ['1000'] }])).toBe("('1000':*)");
    expect(titleSearch([{ typed: 'x', words: ["o'n\\e"] }])).toBe("('o''n\\\\e')");
  });
});
