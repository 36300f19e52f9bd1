// How features and scores of the shipped models were spread when they were trained: the files
// beside their cards.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SHIPPED } from '../../models/artifact.ts';
import type { Distribution } from '../../models/distribution.ts';

const spreads = new Map<string, Distribution | null>();

/** Read once; null where none is shipped. */
export function distributionFor(name: string, version: string): Distribution | null {
  const key = `${name}/${version}`;
  const known = spreads.get(key);
  if (known !== undefined) return known;
  const found = readDistribution(join(SHIPPED, name, version, 'distribution.json'));
  spreads.set(key, found);
  return found;
}

function readDistribution(path: string): Distribution | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Distribution;
  } catch {
    return null;
  }
}
