// The pool of models. Developers' files run in a separate process (confined/foreign-scorer.ts). The
// bank's own files have graphs of a fixed size, so they run in this process and yield between rows.
// They are loaded on first use, warmed, kept up to a maximum number, and checked against their hash
// at each load.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ArtifactStore } from './artifact-store.ts';
import { openFile, readProbability, scoreRows } from './asking.ts';
import {
  type ForeignFile,
  type ForeignScorer,
  NO_FOREIGN,
  type Purpose,
} from './confined/foreign-scorer.ts';
import type { IdleOrder } from './confined/scoring-processes.ts';
import type { Signature } from './gate/inspect.ts';
import type { InferenceSession } from './onnx-runtime.ts';

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
  users: number;
  evicted: boolean;
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

  function take(model: ScoredModel): LoadedSession {
    const entry = loadedSessions.get(model.sha256) ?? {
      session: open(model),
      users: 0,
      evicted: false,
      usedAt: 0,
    };
    // A map keeps the order of insertion: a used entry moves to its end.
    loadedSessions.delete(model.sha256);
    loadedSessions.set(model.sha256, entry);
    entry.users += 1;
    entry.usedAt = performance.now();
    for (const [sha256, oldest] of loadedSessions) {
      if (loadedSessions.size <= max) break;
      loadedSessions.delete(sha256);
      oldest.evicted = true;
      if (oldest.users === 0) void release(oldest);
    }
    return entry;
  }

  async function open(model: ScoredModel): Promise<InferenceSession> {
    const file = await artifacts.get(model.sha256);
    const session = await openFile(file);
    // The first run allocates: better here than under a decision.
    await run(session, model, new Float32Array(model.columns));
    return session;
  }

  /** Marks a model as in use during a call. */
  async function askWhileInUse(
    model: ScoredModel,
    ask: (session: InferenceSession) => Promise<number[]>,
  ): Promise<number[]> {
    const entry = take(model);
    try {
      return (await ask(await entry.session)).map(probability);
    } catch (error) {
      // A failed load is tried again at the next call.
      if (loadedSessions.get(model.sha256) === entry && (await hasFailed(entry)))
        loadedSessions.delete(model.sha256);
      throw error;
    } finally {
      entry.users -= 1;
      if (entry.evicted && entry.users === 0) void release(entry);
    }
  }

  return {
    ask: askWhileInUse,
    size: () => loadedSessions.size,
    async releaseIdle({ idleMs, isInUse }) {
      const before = performance.now() - idleMs;
      const idleFiles = [...loadedSessions].filter(([sha256, { users, usedAt }]) => {
        return users === 0 && usedAt <= before && !isInUse(sha256);
      });
      for (const [sha256] of idleFiles) loadedSessions.delete(sha256);
      await Promise.all(idleFiles.map(([, sha256]) => release(sha256)));
      return idleFiles.length;
    },
    async close() {
      const all = [...loadedSessions.values()];
      loadedSessions.clear();
      await Promise.all(all.map(release));
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
    scoring: { readonly purpose: Purpose; readonly apart: boolean },
  ) {
    const { scores, micros } = await foreignScorer.ask(model, rows, scoring);
    return { scores: scores.map(probability), micros };
  }

  async function scoreEach(model: ScoredModel, rows: readonly Float32Array[]): Promise<number[]> {
    if (isForeign(model)) {
      return (await scoreInProcess(model, rows, { purpose: 'question', apart: true })).scores;
    }
    return sessions.ask(model, async (session) => {
      const scores: number[] = [];
      for (const row of rows) {
        scores.push(await run(session, model, row));
        await nextTurn();
      }
      return scores;
    });
  }

  return {
    score: scoreEach,
    async scoreTogether(model, rows, purpose = 'question') {
      if (isForeign(model)) {
        return (await scoreInProcess(model, rows, { purpose, apart: false })).scores;
      }
      return sessions.ask(model, (session) => runTogether(session, model, rows));
    },
    async measure(model, row) {
      if (isForeign(model)) {
        const { scores, micros } = await scoreInProcess(model, [row], {
          purpose: 'shadow',
          apart: false,
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

async function release({ session }: LoadedSession): Promise<void> {
  await session.then(
    (openedSession) => openedSession.release(),
    () => {},
  );
}

async function run(
  session: InferenceSession,
  { signature }: ScoredModel,
  row: Float32Array,
): Promise<number> {
  const answer = await scoreRows(session, signature, { values: row, rows: 1 });
  return readProbability(answer, signature, 0);
}

async function runTogether(
  session: InferenceSession,
  { signature, columns }: ScoredModel,
  rows: readonly Float32Array[],
): Promise<number[]> {
  const values = new Float32Array(columns * rows.length);
  for (const [index, row] of rows.entries()) values.set(row, index * columns);
  const answer = await scoreRows(session, signature, { values, rows: rows.length });
  return rows.map((_, index) => readProbability(answer, signature, index));
}

function probability(score: number): number {
  if (score >= 0 && score <= 1) return score;
  throw new NoProbability(`the model answered ${score}`);
}
