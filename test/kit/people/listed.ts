// The screener of the shipped sanctions lists.

import { readListFile } from '../../../ai/screening/list-file.ts';
import { buildScreener } from '../../../ai/screening/screener.ts';
import { runAtOnce } from '../../../ai/screening/turns.ts';

const LISTS = new URL('../../../ai/screening/lists/sanctions.json.gz', import.meta.url);
export const screener = runAtOnce(buildScreener(readListFile(LISTS)));

/** Returns the names of the entries that a name matches. */
export const matchNames = (name: string) =>
  screener
    .screen({ name })
    .map((match) => match.name)
    .join('; ');
