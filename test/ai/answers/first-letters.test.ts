// The beginnings of a pattern decide whether it is tried at all: one too few loses an answer.

import { expect, it } from 'vitest';
import { firstLetters } from '../../../ai/answers/first-letters.ts';

it.each([
  ['cash|card', ['cas', 'car']],
  ['(?:the )?rent', ['the', 'ren']],
  ['(?!all)(?:and|or)', ['and', 'or']],
  ['^x*yz', ['yz', 'xyz', 'xxy', 'xxx']],
  ['[abc]d{2}', ['ad', 'bd', 'cd', 'add', 'bdd', 'cdd']],
  ['a{0,2}b', ['b', 'ab', 'aab', 'aaa']],
  ['at .', ['at ']],
  ['a[^b]', ['a']],
  ['(?:up )+to', ['up ']],
])('each match of the pattern %s begins with one of %j', (pattern, beginnings) => {
  expect(firstLetters(pattern)).toEqual(new Set(beginnings));
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
