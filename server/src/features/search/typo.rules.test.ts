import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hastyVariants, searchedWords, titleSearch } from './typo.rules.ts';

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

describe('hastyVariants', () => {
  it('undoes two letters that changed places, or one too many, wherever they stand', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{3,10}$/), fc.nat(), fc.constantFrom('x', 'q'), (word, nth, letter) => {
        const at = nth % (word.length - 1);
        const swapped = word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2);
        const longer = word.slice(0, at) + letter + word.slice(at);
        expect([...hastyVariants(swapped), swapped]).toContain(word);
        expect(hastyVariants(longer)).toContain(word);
      }),
    );
  });
});

describe('titleSearch', () => {
  it('asks for one of each word', () => {
    expect(
      titleSearch([
        { typed: 'electric', words: ['electric'] },
        { typed: 'kett', words: ['kettle', 'kettles'] },
      ]),
    ).toBe("('electric') & ('kettle' | 'kettles')");
  });

  it('leaves out what no title has anything like', () => {
    expect(
      titleSearch([
        { typed: 'xyzzy', words: [] },
        { typed: 'kettle', words: ['kettle'] },
      ]),
    ).toBe("('kettle')");
    expect(titleSearch([{ typed: 'xyzzy', words: [] }])).toBeUndefined();
  });

  it('takes a model’s beginning for a beginning, and quotes what has a meaning of its own', () => {
    expect(titleSearch([{ typed: '1000', words: ['1000'] }])).toBe("('1000':*)");
    expect(titleSearch([{ typed: 'x', words: ["o'n\\e"] }])).toBe("('o''n\\\\e')");
  });
});
