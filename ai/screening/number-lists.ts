// Many short lists of numbers in two arrays. As arrays of their own, the lists of the screening index
// would be a fifth of all objects of the bank, which each collection of garbage would visit.

export interface NumberLists {
  /** The numbers of a list in the order in which they were added; empty for an unknown list. */
  of(list: number): Uint32Array;
}

const EMPTY = new Uint32Array(0);

/** Copies lists of numbers, each from 0 to 2³² - 1. */
export function packNumberLists(lists: readonly (readonly number[])[]): NumberLists {
  const starts = new Uint32Array(lists.length + 1);
  for (const [index, list] of lists.entries()) {
    starts[index + 1] = (starts[index] as number) + list.length;
  }
  const numbers = new Uint32Array(starts[lists.length] as number);
  for (const [index, list] of lists.entries()) numbers.set(list, starts[index]);
  const { length } = lists;
  return {
    of: (list) =>
      list >= 0 && list < length ? numbers.subarray(starts[list], starts[list + 1]) : EMPTY,
  };
}

/** Lists of numbers by a text. */
export interface ListsByText {
  /** The numbers that were added with a text, in that order. */
  of(text: string): Uint32Array;
}

/** Collects numbers by a text. */
export class ListsByTextBuilder {
  #lists: number[][] = [];
  #indexByText = new Map<string, number>();

  add(text: string, number: number): void {
    const index = this.#indexByText.get(text);
    if (index === undefined) this.#indexByText.set(text, this.#lists.push([number]) - 1);
    else this.#lists[index]?.push(number);
  }

  build(): ListsByText {
    const lists = packNumberLists(this.#lists);
    const indexByText = this.#indexByText;
    this.#lists = [];
    return { of: (text) => lists.of(indexByText.get(text) ?? -1) };
  }
}
