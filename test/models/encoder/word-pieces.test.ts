// A message is cut into the pieces that the encoder was trained on: the numbers here are those of
// the tokenizer that comes with the original model.

import { expect, it } from 'vitest';
import { MAX_PIECES, openWordPieces } from '../../../models/encoder/word-pieces.ts';

const pieces = openWordPieces();

it.each([
  ['Hello, world!', [101, 7592, 1010, 2088, 999, 102]],
  ['unaffable Café £50 don’t', [101, 14477, 20961, 3468, 7668, 27813, 2692, 2123, 1521, 1056, 102]],
  ['a€$+~ 支付100 🎉', [101, 1037, 30102, 1002, 1009, 1066, 100, 100, 2531, 100, 102]],
  ['', [101, 102]],
])('the word pieces of: %s', (message, numbers) => {
  expect(pieces.split(message)).toEqual(numbers);
});

it('a special token typed by a customer is plain text', () => {
  expect(pieces.split('[SEP] x').filter((value) => value === 102)).toHaveLength(1);
});

it('a long message is cut off, and an endless word costs little', () => {
  expect(pieces.split('word '.repeat(3_000))).toHaveLength(MAX_PIECES);
  expect(pieces.split('x'.repeat(100_000))).toEqual([101, 100, 102]);
});
