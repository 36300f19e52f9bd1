// The seal of the ledgers' secrets: its key has to be the one that sealed them.

import { join, resolve } from 'node:path';
import type { Config } from '../../config/settings.ts';
import type { CodeCheck } from '../../db/kernel/code-check.ts';
import { openSeal, requireKey, type Seal } from '../../db/kernel/seal.ts';
import type { Ledger } from '../../db/ledger.ts';
import { sealingKeys } from '../../db/webhooks/endpoint-reads.ts';
import { AUDIT_HEAD_FILE, headKeyId } from '../../identity/audit-head.ts';
import { stepOfCode } from '../../identity/totp.ts';

/** @throws SealError when the key does not fit, or is missing while it may be needed */
export function sealFor(
  { payloadKey, dataDir }: Pick<Config, 'payloadKey' | 'dataDir'>,
  ledgers: readonly Ledger[],
): Seal {
  const keyIds = ledgers.flatMap(sealingKeys);
  const folder = resolve(dataDir);
  // Every bank that has run has a head, also one without anything else that is sealed: a backup may
  // have been restored without its keys, and a new key would open nothing of it.
  const headKey = headKeyId(join(folder, AUDIT_HEAD_FILE));
  const needed = headKey === null ? keyIds : [...keyIds, headKey];
  const seal = openSeal(payloadKey, join(folder, 'payload.key'), needed);
  requireKey(seal, keyIds);
  return seal;
}

/** Compares codes with the secrets that a seal has closed. @param sealOf called when one is shown */
export function codesBy(sealOf: () => Seal): CodeCheck {
  return {
    stepOf: ({ code, sealed, context, after, atMs }) =>
      stepOfCode(code, sealOf().open(sealed, context), { atMs, after }),
  };
}
