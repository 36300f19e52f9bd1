// The key that a ledger of this process signs with, and what two operators have agreed to about it.

import type { KeyObject } from 'node:crypto';
import type { Logger } from 'pino';
import { keyOfLog, type SignedLog } from '../chain/log-key-rotation.ts';
import type { EnvironmentName } from '../db/transactions/port.ts';
import type { Platform } from '../identity/platform.ts';
import { LOG_KEY_ROTATION } from '../identity/second-person.ts';

interface Deps {
  readonly platform: Pick<Platform, 'secondPerson'>;
  readonly folder: string;
  readonly environment: EnvironmentName;
  readonly log: Logger;
}

/** What `openLedger` asks for its key. */
export function signingKeys({ platform, folder, environment, log }: Deps) {
  return (signed: SignedLog): KeyObject => {
    const { secondPerson } = platform;
    const agreed = secondPerson
      .toCarryOut()
      .find((row) => row.act === LOG_KEY_ROTATION && row.environment === environment);
    const agreedAt = agreed?.decidedAt ?? null;
    const { key, isNew, isRotated } = keyOfLog({ folder, environment, agreedAt }, signed);
    const told = { environment, folder };
    if (isNew) log.warn(told, 'created a new signing key for the log: back it up');
    if (isRotated && agreed) {
      log.warn({ ...told, approvalId: agreed.id }, 'the log is signed with a new key from now on');
      secondPerson.carriedOut(agreed.id).catch((error: unknown) => {
        log.error({ err: error }, 'that the key of the log was replaced is not written down');
      });
    }
    return key;
  };
}
