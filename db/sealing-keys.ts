// The keys with which texts of a ledger were sealed. A bank starts only with these keys.

import { subjectsIn } from './all-subject-tables.ts';
import type { ReadLedger } from './kernel/ledger-reads.ts';
import { sealKeyOf } from './kernel/seal.ts';

/** Returns the names of the keys that sealed data in this ledger, of every subject in it. */
export function sealingKeys({ database: { raw } }: ReadLedger): string[] {
  const sealed = subjectsIn(raw).flatMap((subject) =>
    subject.sealed === undefined ? [] : raw.prepare<[], string>(subject.sealed).pluck().all(),
  );
  return [...new Set(sealed.map(sealKeyOf))];
}
