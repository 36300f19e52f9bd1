// The index of screening keeps its lists of numbers in two arrays.

import { describe, expect, test } from 'vitest';
import { ListsByTextBuilder, packNumberLists } from '../../ai/screening/number-lists.ts';

describe('packed lists of numbers', () => {
  test('are the lists that were packed, in the same order', () => {
    const lists = packNumberLists([[3, 1], [], [4_294_967_295]]);
    expect([0, 1, 2].map((list) => [...lists.of(list)])).toEqual([[3, 1], [], [4_294_967_295]]);
  });

  test.each([-1, 3])('have no numbers at the position %i', (list) => {
    expect([...packNumberLists([[1], [2], [3]]).of(list)]).toEqual([]);
  });
});

test('lists by text have the numbers of each text in the order in which they were added', () => {
  const builder = new ListsByTextBuilder();
  builder.add('b', 7);
  builder.add('a', 2);
  builder.add('b', 1);
  const lists = builder.build();
  expect([[...lists.of('b')], [...lists.of('a')], [...lists.of('c')]]).toEqual([[7, 1], [2], []]);
});
