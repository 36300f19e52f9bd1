// The seal that opens what the ledgers keep: its key has to be the one that sealed it.

import { join, resolve } from 'node:path';
import type { Config } from '../../config/settings.ts';
import { openSeal, requireKey, type Seal } from '../../db/kernel/seal.ts';
import type { Ledger } from '../../db/ledger.ts';
import { sealingKeys } from '../../db/webhooks/endpoint-reads.ts';

/** @throws SealError when the key does not fit, or is missing while it may be needed */
export function sealFor(
  { payloadKey, dataDir }: Pick<Config, 'payloadKey' | 'dataDir'>,
  ledgers: readonly Ledger[],
): Seal {
  const keyIds = ledgers.flatMap(sealingKeys);
  const seal = openSeal(payloadKey, join(resolve(dataDir), 'payload.key'), keyIds);
  requireKey(seal, keyIds);
  return seal;
}
