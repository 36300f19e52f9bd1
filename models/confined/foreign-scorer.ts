// Scores of files that developers uploaded or trained, for one environment: one process for calls
// that money waits for, and another for calls that people and jobs wait for, so that no question
// delays a payment. Each starts with its first call.

import type { ArtifactStore } from '../artifact-store.ts';
import type { Signature } from '../gate/inspect.ts';
import {
  type ConfinedAnswer,
  type IdleOrder,
  type KillReason,
  MONEY_LIMITS,
  ModelKilled,
  PATIENT_LIMITS,
  type ScoringProcess,
  scoringProcess,
} from './scoring-processes.ts';

/** `money` waits for the answer, a `shadow` is held to the same terms, a `question` is patient. */
export type Purpose = 'money' | 'shadow' | 'question';

/** A version and its owner. */
export interface ForeignFile {
  readonly tenantId: string;
  readonly versionId: string;
}

interface AskedFile {
  readonly sha256: string;
  readonly signature: Signature;
  readonly columns: number;
  readonly foreign: ForeignFile;
}

/** A call of a version that went beyond its limits. */
export interface Kill extends ForeignFile {
  readonly reason: KillReason;
  readonly detail: string;
}

export interface ForeignScorer {
  /** @throws ModelKilled, TooManyCalls, ArtifactMismatch */
  ask(
    file: AskedFile,
    rows: readonly Float32Array[],
    how: { readonly purpose: Purpose; readonly apart: boolean },
  ): Promise<ConfinedAnswer>;
  releaseIdle(order: IdleOrder): Promise<number>;
  /** Ids of the running processes. */
  pids(): number[];
  close(): void;
}

/** The scorer of a process that asks no files of developers. */
export const NO_FOREIGN: ForeignScorer = {
  ask: () => Promise.reject(new Error('files of developers are not asked in this process')),
  releaseIdle: async () => 0,
  pids: () => [],
  close: () => {},
};

interface Options {
  readonly artifacts: Pick<ArtifactStore, 'get'>;
  /** Called with every kill; it must not throw. */
  readonly onKill: (kill: Kill) => void;
}

/** What money waits for is a little behind the bank; the rest takes what nobody else uses. */
const NICENESS = { money: 5, patient: 'idle' } as const;

export function foreignScorer({ artifacts, onKill }: Options): ForeignScorer {
  const money = scoringProcess({ artifacts, niceness: NICENESS.money, hasSpare: true });
  const patient = scoringProcess({ artifacts, niceness: NICENESS.patient, hasSpare: false });
  const both: readonly ScoringProcess[] = [money, patient];
  return {
    async ask({ foreign, ...file }, rows, { purpose, apart }) {
      const place = purpose === 'money' ? money : patient;
      const limits = purpose === 'question' ? PATIENT_LIMITS : MONEY_LIMITS;
      try {
        return await place.ask({ file: { ...file, owner: foreign.tenantId }, rows, apart, limits });
      } catch (error) {
        if (error instanceof ModelKilled) {
          onKill({ ...foreign, reason: error.reason, detail: error.message });
        }
        throw error;
      }
    },
    async releaseIdle(order) {
      const released = await Promise.all(both.map((one) => one.releaseIdle(order)));
      return released.reduce((sum, count) => sum + count, 0);
    },
    pids: () => both.flatMap((one) => one.pid() ?? []),
    close() {
      for (const one of both) one.close();
    },
  };
}
