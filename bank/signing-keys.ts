// The keys that sign the logs of an environment, and their approved rotations.

import type { KeyObject } from 'node:crypto';
import type { Logger } from 'pino';
import { LogKeyMissing } from '../chain/log-key.ts';
import { chooseLogKey, type SignedLog } from '../chain/log-key-rotation.ts';
import type { EnvironmentName } from '../db/kernel/environment.ts';
import { LOG_KEY_ROTATION } from '../identity/operator-approvals.ts';
import type { Platform } from '../identity/platform.ts';

interface Deps {
  readonly platform: Pick<Platform, 'approvals'>;
  readonly folder: string;
  readonly environment: EnvironmentName;
  readonly log: Logger;
}

interface SigningKeys {
  /**
   * Chooses the key of a ledger. Null when the key is lost or was exchanged: nothing is signed
   * until it is restored or two operators have approved a new one.
   */
  keyOf(ledger: string): (log: SignedLog) => KeyObject | null;
  /** Records an approved rotation as carried out; called when the ledger is open. */
  finishRotation(): void;
}

/** Returns the keys of the logs of an environment. */
export function signingKeys({ platform, folder, environment, log }: Deps): SigningKeys {
  const { approvals } = platform;
  const agreedRotation = approvals
    .toCarryOut()
    .find((row) => row.act === LOG_KEY_ROTATION && row.environment === environment);
  const agreedAt = agreedRotation?.decidedAt ?? null;
  let areRotated = false;

  function findKey(ledger: string, signed: SignedLog) {
    try {
      return chooseLogKey({ folder, ledger, agreedAt }, signed);
    } catch (error) {
      if (!(error instanceof LogKeyMissing)) throw error;
      log.error({ environment, ledger }, `the log is not signed: ${error.message}`);
      return null;
    }
  }

  return {
    keyOf: (ledger) => (signed) => {
      const signingKey = findKey(ledger, signed);
      if (signingKey === null) return null;
      const { key, isNew, isRotated } = signingKey;
      const labels = { environment, ledger, folder };
      if (isNew) log.warn(labels, 'created a new signing key for the log: back it up');
      if (isRotated) {
        log.warn(
          { ...labels, approvalId: agreedRotation?.id },
          'the log is signed with a new key from now on',
        );
        areRotated = true;
      }
      return key;
    },
    finishRotation() {
      if (!agreedRotation || !areRotated) return;
      approvals.noteCarriedOut(agreedRotation.id).catch((error: unknown) => {
        log.error({ err: error }, 'recording that the key of the log was replaced failed');
      });
    },
  };
}
