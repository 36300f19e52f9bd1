// Opens the seal of the ledgers' secrets with the key that sealed them.

import { join, resolve } from 'node:path';
import type { CodeCheck } from '../../db/kernel/code-check.ts';
import { openSeal, requireKey, type Seal } from '../../db/kernel/seal.ts';
import type { Ledger } from '../../db/ledger.ts';
import { sealingKeys } from '../../db/sealing-keys.ts';
import { AUDIT_HEAD_FILE, headKeyId } from '../../identity/audit-head.ts';
import { stepOfCode } from '../../identity/totp.ts';
import type { Config } from '../config/settings.ts';

/**
 * Opens the seal.
 * @throws SealError when the key is wrong, or missing although it may be needed
 */
export function openBankSeal(
  { payloadKey, dataDir }: Pick<Config, 'payloadKey' | 'dataDir'>,
  ledgers: readonly Ledger[],
): Seal {
  const keyIds = ledgers.flatMap(sealingKeys);
  const folder = resolve(dataDir);
  // Every bank that has run has a sealed head of its audit log. A bank restored without its keys is
  // therefore detected, even when nothing else is sealed.
  const headKey = headKeyId(join(folder, AUDIT_HEAD_FILE));
  const neededKeyIds = headKey === null ? keyIds : [...keyIds, headKey];
  const seal = openSeal(payloadKey, join(folder, 'payload.key'), neededKeyIds);
  requireKey(seal, keyIds);
  return seal;
}

/**
 * Returns a check of codes against sealed secrets.
 * @param sealOf called at each check
 */
export function createCodeCheck(sealOf: () => Seal): CodeCheck {
  return {
    timeStepOf: ({ code, sealed, context, after, atMs }) =>
      stepOfCode(code, sealOf().open(sealed, context), { atMs, after }),
  };
}
