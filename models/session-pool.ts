// The pool of models. Developers' files run in a separate process (confined/foreign-scorer.ts). The
// bank's own files have graphs of a fixed size, so they run in this process and yield between rows.
// They are loaded on first use, warmed, kept up to a maximum number, and checked against their hash
// at each load.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ArtifactStore } from './artifact-store.ts';
import {
  type ForeignFile,
  type ForeignScorer,
  NO_FOREIGN,
  type Purpose,
} from './confined/foreign-scorer.ts';
import type { IdleOrder } from './confined/supervise-scoring.ts';
import type { Signature } from './gate/inspect.ts';
import type { InferenceSession } from './onnx-runtime.ts';
import { openModelFile, readProbability, runModel } from './run-model.ts';

/** Thrown when the runtime's answer is not a probability. */
export class NoProbability extends Error {}

export interface ScoredModel {
  readonly sha256: string;
  readonly signature: Signature;
  /** Features of a row. */
  readonly columns: number;
  /** Owner of the file; null for the bank's shipped files. */
  readonly foreign: ForeignFile | null;
}

/** A score and its duration; in a separate process the time of the model alone. */
export interface TimedScore {
  readonly probability: number;
  readonly micros: number;
}

export interface SessionPool {
  /**
   * Returns the probability of each row; NaN is a missing value.
   * @throws ArtifactMismatch when the file is not the one that was registered
   * @throws NoProbability
   * @throws ModelKilled when a developer's file exceeded the limits of a call
   */
  score(model: ScoredModel, rows: readonly Float32Array[]): Promise<number[]>;
  /**
   * Scores rows that are decided together in one call, which costs a tenth per row.
   * @param purpose tells whether a payment waits; by default none does
   */
  scoreTogether(
    model: ScoredModel,
    rows: readonly Float32Array[],
    purpose?: Purpose,
  ): Promise<number[]>;
  /** Returns the probability of one row as in a decision, and its duration. */
  measure(model: ScoredModel, row: Float32Array): Promise<TimedScore>;
  /** Releases idle models that are not in use. Returns their number. */
  releaseIdle(order: IdleOrder): Promise<number>;
  /** Returns the number of models in memory. */
  size(): number;
  close(): Promise<void>;
}

interface LoadedSession {
  readonly session: Promise<InferenceSession>;
  /** Number of calls that use the session; it is released after the last one. */
  callsInProgress: number;
  isEvicted: boolean;
  usedAt: number;
}

/** The bank's own files, in the memory of this process. */
export interface OwnSessions {
  ask(model: ScoredModel, ask: (session: InferenceSession) => Promise<number[]>): Promise<number[]>;
  releaseIdle: SessionPool['releaseIdle'];
  size(): number;
  close(): Promise<void>;
}

/** @param max maximum number of models in memory; the least recently used is released first */
export function createOwnSessions(artifacts: ArtifactStore, max: number): OwnSessions {
  const loadedSessions = new Map<string, LoadedSession>();

  function useSession(model: ScoredModel): LoadedSession {
    const entry = loadedSessions.get(model.sha256) ?? {
      session: openSession(model),
      callsInProgress: 0,
      isEvicted: false,
      usedAt: 0,
    };
    // A map keeps the order of insertion: a used entry moves to its end.
    loadedSessions.delete(model.sha256);
    loadedSessions.set(model.sha256, entry);
    entry.callsInProgress += 1;
    entry.usedAt = performance.now();
    for (const [sha256, oldest] of loadedSessions) {
      if (loadedSessions.size <= max) break;
      loadedSessions.delete(sha256);
      oldest.isEvicted = true;
      if (oldest.callsInProgress === 0) void releaseSession(oldest);
    }
    return entry;
  }

  async function openSession(model: ScoredModel): Promise<InferenceSession> {
    const file = await artifacts.get(model.sha256);
    const session = await openModelFile(file);
    // The first run allocates memory, so it happens here and not in a decision.
    await scoreRow(session, model, new Float32Array(model.columns));
    return session;
  }

  /** Marks a model as in use during a call. */
  async function askWhileInUse(
    model: ScoredModel,
    ask: (session: InferenceSession) => Promise<number[]>,
  ): Promise<number[]> {
    const entry = useSession(model);
    try {
      return (await ask(await entry.session)).map(checkProbability);
    } catch (error) {
      // A failed load is tried again at the next call.
      if (loadedSessions.get(model.sha256) === entry && (await hasFailed(entry)))
        loadedSessions.delete(model.sha256);
      throw error;
    } finally {
      entry.callsInProgress -= 1;
      if (entry.isEvicted && entry.callsInProgress === 0) void releaseSession(entry);
    }
  }

  return {
    ask: askWhileInUse,
    size: () => loadedSessions.size,
    async releaseIdle({ idleMs, isInUse }) {
      const before = performance.now() - idleMs;
      const idleModels = [...loadedSessions].filter(([sha256, { callsInProgress, usedAt }]) => {
        return callsInProgress === 0 && usedAt <= before && !isInUse(sha256);
      });
      for (const [sha256] of idleModels) loadedSessions.delete(sha256);
      await Promise.all(idleModels.map(([, entry]) => releaseSession(entry)));
      return idleModels.length;
    },
    async close() {
      const all = [...loadedSessions.values()];
      loadedSessions.clear();
      await Promise.all(all.map(releaseSession));
    },
  };
}

/** @param max maximum number of the bank's files in memory */
export function createSessionPool(artifacts: ArtifactStore, max: number): SessionPool {
  return combinePools(createOwnSessions(artifacts, max));
}

/** @param foreign scorer of developers' files, which its opener closes */
export function combinePools(
  sessions: OwnSessions,
  foreignScorer: ForeignScorer = NO_FOREIGN,
): SessionPool {
  async function scoreInProcess(
    model: ScoredModel & { readonly foreign: ForeignFile },
    rows: readonly Float32Array[],
    scoring: { readonly purpose: Purpose; readonly isRowByRow: boolean },
  ) {
    const { scores, micros } = await foreignScorer.ask(model, rows, scoring);
    return { scores: scores.map(checkProbability), micros };
  }

  async function scoreEach(model: ScoredModel, rows: readonly Float32Array[]): Promise<number[]> {
    if (isForeign(model)) {
      return (await scoreInProcess(model, rows, { purpose: 'question', isRowByRow: true })).scores;
    }
    return sessions.ask(model, async (session) => {
      const scores: number[] = [];
      for (const row of rows) {
        scores.push(await scoreRow(session, model, row));
        await nextTurn();
      }
      return scores;
    });
  }

  return {
    score: scoreEach,
    async scoreTogether(model, rows, purpose = 'question') {
      if (isForeign(model)) {
        return (await scoreInProcess(model, rows, { purpose, isRowByRow: false })).scores;
      }
      return sessions.ask(model, (session) => scoreBatch(session, model, rows));
    },
    async measure(model, row) {
      if (isForeign(model)) {
        const { scores, micros } = await scoreInProcess(model, [row], {
          purpose: 'shadow',
          isRowByRow: false,
        });
        return { probability: scores[0] as number, micros };
      }
      const startedAt = performance.now();
      const [score = Number.NaN] = await scoreEach(model, [row]);
      return { probability: score, micros: Math.round((performance.now() - startedAt) * 1_000) };
    },
    size: sessions.size,
    async releaseIdle(order) {
      const released = [sessions.releaseIdle(order), foreignScorer.releaseIdle(order)];
      return (await Promise.all(released)).reduce((sum, count) => sum + count, 0);
    },
    close: sessions.close,
  };
}

function isForeign(model: ScoredModel): model is ScoredModel & { readonly foreign: ForeignFile } {
  return model.foreign !== null;
}

function hasFailed({ session }: LoadedSession): Promise<boolean> {
  return session.then(
    () => false,
    () => true,
  );
}

async function releaseSession({ session }: LoadedSession): Promise<void> {
  await session.then(
    (openedSession) => openedSession.release(),
    () => {},
  );
}

async function scoreRow(
  session: InferenceSession,
  { signature }: ScoredModel,
  row: Float32Array,
): Promise<number> {
  const answer = await runModel(session, signature, { values: row, rows: 1 });
  return readProbability(answer, signature, 0);
}

async function scoreBatch(
  session: InferenceSession,
  { signature, columns }: ScoredModel,
  rows: readonly Float32Array[],
): Promise<number[]> {
  const values = new Float32Array(columns * rows.length);
  for (const [index, row] of rows.entries()) values.set(row, index * columns);
  const answer = await runModel(session, signature, { values, rows: rows.length });
  return rows.map((_, index) => readProbability(answer, signature, index));
}

function checkProbability(score: number): number {
  if (score >= 0 && score <= 1) return score;
  throw new NoProbability(`the model answered ${score}`);
}
