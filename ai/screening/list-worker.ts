// Reads a file of lists on a separate thread, and sends the entries in slices.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { answerCalls } from '../../db/threads/answers.ts';
import { parseListFile, type SanctionsList } from './list-file.ts';
import type { ListAnswer, ListOrder } from './list-reader.ts';

let lists: readonly SanctionsList[] = [];

answerCalls<ListOrder, ListAnswer>((order) => {
  if ('list' in order) {
    return {
      entries: lists[order.list]?.entries.slice(order.from, order.from + order.count) ?? [],
    };
  }
  const bytes = readFileSync(order.path);
  lists = parseListFile(bytes, order.path);
  const heads = lists.map(({ entries, ...head }) => ({ ...head, count: entries.length }));
  return { heads, fingerprint: createHash('sha256').update(bytes).digest('hex') };
});
