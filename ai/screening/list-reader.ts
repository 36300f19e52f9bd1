// Reads a file of lists while the bank runs, on a separate thread that ends afterwards.

import { openThread } from '../../db/threads/calls.ts';
import type { ListEntry, SanctionsList } from './list-file.ts';

export type ListOrder =
  | { readonly path: string }
  | { readonly list: number; readonly from: number; readonly count: number };

type Head = Omit<SanctionsList, 'entries'> & { readonly count: number };

export type ListAnswer =
  | { readonly heads: readonly Head[]; readonly fingerprint: string }
  | { readonly entries: readonly ListEntry[] };

export interface ReadLists {
  readonly lists: readonly SanctionsList[];
  /** SHA-256 of the bytes that were read. */
  readonly fingerprint: string;
}

/** Entries per message; deserialising them takes a millisecond. */
const ENTRIES_PER_MESSAGE = 300;

/**
 * Reads and checks a file of lists.
 * @throws Error when the file is invalid
 */
export async function readListsOnThread(path: string): Promise<ReadLists> {
  const ending = new AbortController();
  const file = new URL('./list-worker.ts', import.meta.url);
  const name = 'the reader of sanctions lists';
  const thread = openThread<ListOrder, ListAnswer>({ name, file, closing: ending.signal });
  try {
    const read = await thread.call({ path });
    if (!('heads' in read))
      throw new Error('the reader of sanctions lists gave an unexpected answer');
    const lists: SanctionsList[] = [];
    const share = createSharing();
    for (const [list, { count, ...head }] of read.heads.entries()) {
      const entries: ListEntry[] = [];
      while (entries.length < count) {
        const part = await thread.call({ list, from: entries.length, count: ENTRIES_PER_MESSAGE });
        if (!('entries' in part) || part.entries.length === 0) throw new Error('a list is cut off');
        entries.push(...part.entries.map(share));
      }
      lists.push({ ...head, entries });
    }
    return { lists, fingerprint: read.fingerprint };
  } finally {
    ending.abort();
  }
}

/**
 * Returns a function that replaces empty arrays of an entry, and its countries and programmes, by
 * equal arrays of earlier entries. The lists have 80,000 arrays, most of them with the same few
 * contents. It changes the entry itself: a copy would have another order of its properties, and
 * with it another version.
 */
function createSharing(): (entry: ListEntry) => ListEntry {
  const known = new Map<string, readonly string[]>();
  const shared = (texts: readonly string[]): readonly string[] => {
    const key = texts.join('\n');
    const same = known.get(key) ?? texts;
    known.set(key, same);
    return same;
  };
  return (entry: { -readonly [Name in keyof ListEntry]: ListEntry[Name] }) => {
    if (entry.aliases.length === 0) entry.aliases = shared(entry.aliases);
    if (entry.weakAliases.length === 0) entry.weakAliases = shared(entry.weakAliases);
    if (entry.birthDates.length === 0) entry.birthDates = shared(entry.birthDates);
    entry.countries = shared(entry.countries);
    entry.programs = shared(entry.programs);
    return entry;
  };
}
