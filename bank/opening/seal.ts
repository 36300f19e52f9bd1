// The seal that opens what the ledgers keep: its key has to be the one that sealed it.

import { join, resolve } from 'node:path';
import type { Config } from '../../config/settings.ts';
import { openSeal, requireKey, type Seal } from '../../db/kernel/seal.ts';
import type { Ledger } from '../../db/ledger.ts';
import { sealingKeys } from '../../db/webhooks/endpoint-reads.ts';
import type { LateLedgers } from './late.ts';

/**
 * Opens it; a ledger that cannot be read yet is asked for its keys once it can be.
 * @throws SealError when the key does not fit, or is missing while it may be needed
 */
export async function sealFor(
  { payloadKey, dataDir }: Pick<Config, 'payloadKey' | 'dataDir'>,
  ledgers: readonly Ledger[],
  late: LateLedgers,
): Promise<Seal> {
  const known = ledgers.filter(({ database }) => database.isReadable());
  const keyIds = known.flatMap(sealingKeys);
  const file = join(resolve(dataDir), 'payload.key');
  const seal = openSeal(payloadKey, file, keyIds, known.length === ledgers.length);
  requireKey(seal, keyIds);
  const unread = ledgers.filter((ledger) => !known.includes(ledger));
  await late.begin(unread, (some) => requireKey(seal, some.flatMap(sealingKeys)));
  return seal;
}
