// The first letters of a pattern decide whether it is tried at all: a letter too few loses an answer.

import { expect, it } from 'vitest';
import { firstLetters } from '../../../ai/answers/first-letters.ts';

it.each([
  ['cash|card', 'c'],
  ['(?:the )?rent', 'tr'],
  ['(?!all)(?:and|or)', 'ao'],
  ['^x*yz', 'xy'],
  ['[abc]d{2}', 'abc'],
  ['a{0,2}b', 'ab'],
])('the pattern %s can begin with the letters %s alone', (pattern, letters) => {
  expect(firstLetters(pattern)).toEqual(new Set(letters));
});

it.each(['\\d+ euros', '.', '[^a]', '[a-z]', '(?:x)?', '\\p{L}+'])(
  'the pattern %s can begin with any letter',
  (pattern) => {
    expect(firstLetters(pattern)).toBeNull();
  },
);

it('a named group, which is not read, is refused instead of losing its matches', () => {
  expect(() => firstLetters('(?<day>monday)')).toThrow(/not read/);
});
