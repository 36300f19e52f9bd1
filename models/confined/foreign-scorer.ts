// Scores rows with files that developers uploaded or trained, for one environment. One process
// answers the calls that payments wait for and another one the calls that people and jobs wait for,
// so that no question delays a payment. A third process answers questions for which the machine had
// no time. Each process starts with its first call.

import type { ArtifactStore } from '../artifact-store.ts';
import type { Signature } from '../gate/inspect.ts';
import {
  type ConfinedAnswer,
  type ConfinedCall,
  createScoringProcess,
  type IdleOrder,
  type KillReason,
  MONEY_LIMITS,
  ModelKilled,
  NoTimeToScore,
  PATIENT_LIMITS,
  type ScoringProcess,
} from './supervise-scoring.ts';

/**
 * `money`: a payment waits for the answer. `shadow`: the same limits as for `money`. `question`:
 * the caller can wait longer.
 */
export type Purpose = 'money' | 'shadow' | 'question';

/** A version and its owner. */
export interface ForeignFile {
  readonly tenantId: string;
  readonly versionId: string;
}

interface RequestedFile {
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
    file: RequestedFile,
    rows: readonly Float32Array[],
    scoring: { readonly purpose: Purpose; readonly isRowByRow: boolean },
  ): Promise<ConfinedAnswer>;
  releaseIdle(order: IdleOrder): Promise<number>;
  /** Ids of the running processes. */
  pids(): number[];
  close(): void;
}

/** The scorer of a process that does not run developers' files. */
export const NO_FOREIGN: ForeignScorer = {
  ask: () => Promise.reject(new Error('this process does not score with files of developers')),
  releaseIdle: async () => 0,
  pids: () => [],
  close: () => {},
};

interface Options {
  readonly artifacts: Pick<ArtifactStore, 'get'>;
  /** Called with every kill; it must not throw. */
  readonly onKill: (kill: Kill) => void;
}

/**
 * Calls that payments wait for run at slightly lower priority than the bank; all others run only on
 * an idle processor.
 */
const NICENESS = { money: 5, patient: 'idle', starved: 10 } as const;
/**
 * A question that got no processor time for this long moves to the process that gets a small share.
 */
const PATIENCE_MS = 5_000;
/** Time for which further questions go directly to the process with a small share. */
const STARVED_MS = 30_000;

export function createForeignScorer({ artifacts, onKill }: Options): ForeignScorer {
  const money = createScoringProcess({ artifacts, niceness: NICENESS.money, hasSpare: true });
  const patienceMs = PATIENCE_MS;
  const patientOptions = { artifacts, hasSpare: false };
  const patient = createScoringProcess({
    ...patientOptions,
    niceness: NICENESS.patient,
    patienceMs,
  });
  const starved = createScoringProcess({ ...patientOptions, niceness: NICENESS.starved });
  const processes: readonly ScoringProcess[] = [money, patient, starved];

  let starvedUntil = 0;

  async function askPatiently(call: ConfinedCall): Promise<ConfinedAnswer> {
    if (performance.now() < starvedUntil) return starved.ask(call);
    try {
      return await patient.ask(call);
    } catch (error) {
      if (!(error instanceof NoTimeToScore)) throw error;
      starvedUntil = performance.now() + STARVED_MS;
      return starved.ask(call);
    }
  }

  return {
    async ask({ foreign, ...file }, rows, { purpose, isRowByRow }) {
      const limits = purpose === 'question' ? PATIENT_LIMITS : MONEY_LIMITS;
      const call = { file: { ...file, owner: foreign.tenantId }, rows, isRowByRow, limits };
      try {
        return await (purpose === 'money' ? money.ask(call) : askPatiently(call));
      } catch (error) {
        if (error instanceof ModelKilled) {
          onKill({ ...foreign, reason: error.reason, detail: error.message });
        }
        throw error;
      }
    },
    async releaseIdle(order) {
      const released = await Promise.all(processes.map((scorer) => scorer.releaseIdle(order)));
      return released.reduce((sum, count) => sum + count, 0);
    },
    pids: () => processes.flatMap((scorer) => scorer.pid() ?? []),
    close() {
      for (const scorer of processes) scorer.close();
    },
  };
}
