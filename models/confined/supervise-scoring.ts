// Runs developers' files in a separate process, one call at a time. A process that exceeds the time
// or the memory of a call is killed and started again; the other calls wait in the bank meanwhile,
// so none is lost. Owners take turns by time, and a long call runs in slices, so that nobody waits
// for another owner's whole call.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ArtifactStore } from '../artifact-store.ts';
import type { Bounds } from '../confinement/bounds.ts';
import { type ConfinedProcess, startConfined } from '../confinement/launch.ts';
import type { Signature } from '../gate/inspect.ts';
import { createFrameReader, encodeFrame, type Frame } from './frames.ts';
import type { Order, ProcessMessage } from './scoring-process.ts';
import { createTimeQueue } from './time-queue.ts';

/** Reasons to kill a call. */
export const KILL_REASONS = ['time', 'memory', 'crash'] as const;
export type KillReason = (typeof KILL_REASONS)[number];

/** Thrown when a call exceeded its limits and its process was killed. */
export class ModelKilled extends Error {
  readonly reason: KillReason;

  constructor(reason: KillReason, detail: string) {
    super(detail);
    this.reason = reason;
  }
}

/** Thrown when the runtime cannot load the file or score the rows; its process continues. */
export class ModelFailed extends Error {}

export interface CallLimits {
  /** Processor time in milliseconds. */
  readonly ms: number;
  /** Growth of the process's memory. */
  readonly bytes: number;
}

const MIB = 1024 * 1024;

/** Limits of calls that money waits for. */
export const MONEY_LIMITS: CallLimits = { ms: 50, bytes: 256 * MIB };
/** Limits of calls that a person or a job waits for. */
export const PATIENT_LIMITS: CallLimits = { ms: 2_000, bytes: 256 * MIB };
/** Loading a file does not depend on rows, and the gate has checked that it ends. */
const LOAD_LIMITS: CallLimits = { ms: 5_000, bytes: 512 * MIB };
const FIRST_RUN_LIMITS: CallLimits = { ms: 500, bytes: 256 * MIB };

export interface ConfinedFile {
  readonly sha256: string;
  readonly signature: Signature;
  readonly columns: number;
  /** Owner of the file: owners take turns. */
  readonly owner: string;
}

export interface ConfinedCall {
  readonly file: ConfinedFile;
  readonly rows: readonly Float32Array[];
  /** True to score row by row. */
  readonly isRowByRow: boolean;
  readonly limits: CallLimits;
}

export interface ConfinedAnswer {
  readonly scores: number[];
  /** Processor time of the model alone. */
  readonly micros: number;
}

/** Selects files that have been idle for `idleMs` and are not in use. */
export interface IdleOrder {
  readonly idleMs: number;
  readonly isInUse: (sha256: string) => boolean;
}

export interface ScoringProcess {
  /**
   * @throws ModelKilled when the call, or reading its file, went beyond its limits
   * @throws ArtifactMismatch
   */
  ask(call: ConfinedCall): Promise<ConfinedAnswer>;
  /** Drops idle files; the process ends with its last file. */
  releaseIdle(order: IdleOrder): Promise<number>;
  /** Returns the number of files in its memory. */
  size(): number;
  /** Id of the current process, or null when none runs. */
  pid(): number | null;
  close(): void;
}

export interface ScoringOptions {
  readonly artifacts: Pick<ArtifactStore, 'get'>;
  readonly niceness: Bounds['niceness'];
  /** True to keep a started spare process, so that nobody waits for a start after a kill. */
  readonly hasSpare: boolean;
  /** Maximum number of files in memory. */
  readonly maxFiles?: number;
  /** Milliseconds after which a call that gets no processor time fails. */
  readonly patienceMs?: number;
}

const PROGRAM = fileURLToPath(new URL('./scoring-process.ts', import.meta.url));
/** Beyond these bounds the operating system refuses memory, even before the next check. */
const BOUNDS = { dataKb: 1_200_000, heapMb: 128, cpuSeconds: null };
const MAX_FILES = 32;
/** Enough for the scores of one call, or an error message. */
const MAX_ANSWER = 4 * MIB;
/** Interval between two checks of a running call. */
const CHECK_EVERY_MS = 10;
/**
 * Longest wait by the clock while the process gets no processor time: then the machine is at fault.
 */
const LONGEST_WAIT_MS = 60_000;
/** Share of a processor; with less, the process counts as stalled. */
const MIN_SHARE = 0.02;
const START_WITHIN_MS = 60_000;
/** A process that has kept more than this after a call is ended before the next one. */
const MAX_KEPT_BYTES = 640 * MIB;
/** Processor time of one turn in milliseconds, estimated from earlier rows. */
const SLICE_MS = 20;

interface LoadedFile {
  usedAt: number;
  /** Duration of the latest row in microseconds. */
  rowMicros: number;
}

interface RunningProcess {
  /** Null until the process has started. */
  process: ConfinedProcess | null;
  readonly ready: Promise<void>;
  readonly files: Map<string, LoadedFile>;
  /**
   * Resident memory at the last check between two calls, or null when the system does not report it.
   */
  bytes: number | null;
  /** Receives the next answer, or the notice that there is none. */
  onAnswer: (answer: Frame | 'ended') => void;
  hasEnded: boolean;
}

interface WaitingCall {
  readonly call: ConfinedCall;
  readonly resolve: (answer: ConfinedAnswer) => void;
  readonly reject: (error: unknown) => void;
  /** Scores of the rows that are done. */
  readonly scores: number[];
  micros: number;
}

/** Maximum number of waiting calls of one owner. */
const MAX_WAITING = 64;

/** Thrown when an owner has the maximum number of waiting calls. */
export class TooManyCalls extends Error {}

/** Thrown when a call got no processor time within its patience. */
export class NoTimeToScore extends Error {}

/** Returns a process that starts with its first call. */
export function createScoringProcess(options: ScoringOptions): ScoringProcess {
  const { artifacts, hasSpare, maxFiles = MAX_FILES, patienceMs = LONGEST_WAIT_MS } = options;
  const queue = createTimeQueue<WaitingCall>();
  const waitingByOwner = new Map<string, number>();
  let current: RunningProcess | null = null;
  let spare: RunningProcess | null = null;
  let isWorking = false;
  let isClosed = false;

  function start(): RunningProcess {
    const bounds = { ...BOUNDS, niceness: options.niceness };
    return startProcess(bounds, patienceMs);
  }

  async function startOrReuse(): Promise<RunningProcess> {
    if (isClosed) throw new Error('the bank is closing');
    if (current?.hasEnded) current = null;
    if (spare?.hasEnded) spare = null;
    current ??= spare ?? start();
    if (current === spare) spare = null;
    await current.ready;
    if (hasSpare && !isClosed) spare ??= start();
    return current;
  }

  /** Ends a process; the next call starts a new one. */
  function end(running: RunningProcess): void {
    running.hasEnded = true;
    running.process?.kill();
    if (current === running) current = null;
  }

  async function load(running: RunningProcess, file: ConfinedFile): Promise<LoadedFile> {
    const loaded = running.files.get(file.sha256);
    if (loaded) {
      running.files.delete(file.sha256);
      running.files.set(file.sha256, loaded);
      loaded.usedAt = performance.now();
      return loaded;
    }
    const bytes = await artifacts.get(file.sha256);
    for (const sha256 of running.files.keys()) {
      if (running.files.size < maxFiles) break;
      running.files.delete(sha256);
      await sendOrder(running, { kind: 'drop', sha256 }, new Uint8Array(), LOAD_LIMITS);
    }
    const { sha256, signature, columns } = file;
    await sendOrder(running, { kind: 'load', sha256, signature, columns }, bytes, LOAD_LIMITS);
    // The first run allocates memory, so it happens here and not in a decision.
    const row = new Uint8Array(4 * columns);
    const first = { kind: 'score', sha256, rows: 1, isRowByRow: false } as const;
    const { micros } = await sendOrder(running, first, row, FIRST_RUN_LIMITS);
    running.bytes = readResidentBytes(running);
    const loadedFile = { usedAt: performance.now(), rowMicros: micros };
    running.files.set(sha256, loadedFile);
    return loadedFile;
  }

  /**
   * Sends one order and enforces its limits.
   * @throws ModelKilled
   */
  async function sendOrder(running: RunningProcess, order: Order, body: Uint8Array, terms: Terms) {
    try {
      return await carryOut(running, order, body, { ...terms, patienceMs });
    } catch (error) {
      // A process that answers late would give that answer to the next call.
      if (!(error instanceof ModelFailed)) end(running);
      throw error;
    }
  }

  /** Scores the next rows of a call. Rows that must be scored together stay in one turn. */
  async function serve({ call, scores, micros }: WaitingCall): Promise<ConfinedAnswer> {
    const { file, isRowByRow, limits } = call;
    const process = await startOrReuse();
    const loadedFile = await load(process, file);
    const remaining = call.rows.length - scores.length;
    const rowsPerTurn = Math.max(
      1,
      Math.floor((1_000 * SLICE_MS) / Math.max(1, loadedFile.rowMicros)),
    );
    const rows = isRowByRow ? Math.min(remaining, rowsPerTurn) : remaining;
    const values = new Float32Array(rows * file.columns);
    for (let row = 0; row < rows; row += 1) {
      values.set(call.rows[scores.length + row] as Float32Array, row * file.columns);
    }
    const order = { kind: 'score', sha256: file.sha256, rows, isRowByRow } as const;
    const terms = { ...limits, takenMs: micros / 1_000 };
    const frame = await sendOrder(process, order, new Uint8Array(values.buffer), terms);
    if (frame.body.length !== 8 * rows) {
      end(process);
      throw new ModelKilled('crash', 'The process of the model answered with other rows.');
    }
    if (rows > 0) loadedFile.rowMicros = frame.micros / rows;
    if ((process.bytes ?? 0) > MAX_KEPT_BYTES) end(process);
    return {
      scores: [...new Float64Array(new Uint8Array(frame.body).buffer)],
      micros: frame.micros,
    };
  }

  /** Another file may have caused the crash, so the rows are scored once more. */
  async function serveAgain(waitingCall: WaitingCall): Promise<ConfinedAnswer> {
    try {
      return await serve(waitingCall);
    } catch (error) {
      if (!(error instanceof ModelKilled) || error.reason !== 'crash') throw error;
      return serve(waitingCall);
    }
  }

  /** Gives a call its turn. Returns true when it is finished. */
  async function giveTurn(waitingCall: WaitingCall): Promise<boolean> {
    try {
      const answer = await serveAgain(waitingCall);
      waitingCall.scores.push(...answer.scores);
      waitingCall.micros += answer.micros;
      if (waitingCall.scores.length < waitingCall.call.rows.length) return false;
      waitingCall.resolve({ scores: waitingCall.scores, micros: waitingCall.micros });
    } catch (error) {
      waitingCall.reject(error);
    }
    return true;
  }

  function countDown(owner: string): void {
    const remaining = (waitingByOwner.get(owner) ?? 1) - 1;
    if (remaining > 0) waitingByOwner.set(owner, remaining);
    else waitingByOwner.delete(owner);
  }

  async function work(): Promise<void> {
    if (isWorking) return;
    isWorking = true;
    for (let next = queue.next(); next; next = queue.next()) {
      const { owner, item } = next;
      const startedAt = performance.now();
      const isFinished = await giveTurn(item);
      queue.spend(owner, performance.now() - startedAt);
      if (isFinished) countDown(owner);
      else queue.putBack(owner, item);
    }
    isWorking = false;
  }

  return {
    ask(call) {
      if (isClosed) return Promise.reject(new Error('the bank is closing'));
      const { owner } = call.file;
      const ownCount = waitingByOwner.get(owner) ?? 0;
      if (ownCount >= MAX_WAITING)
        return Promise.reject(new TooManyCalls(`${ownCount} calls wait`));
      waitingByOwner.set(owner, ownCount + 1);
      return new Promise((resolve, reject) => {
        queue.push(owner, { call, resolve, reject, scores: [], micros: 0 });
        void work();
      });
    },
    async releaseIdle({ idleMs, isInUse }) {
      const active = current;
      if (!active || isWorking) return 0;
      const before = performance.now() - idleMs;
      const idleFiles = [...active.files].filter(([sha256, { usedAt }]) => {
        return usedAt <= before && !isInUse(sha256);
      });
      if (idleFiles.length === active.files.size) {
        // The process ends with its last file, which releases the memory that the runtime holds.
        end(active);
        if (spare) end(spare);
        spare = null;
        return idleFiles.length;
      }
      isWorking = true;
      for (const [sha256] of idleFiles) {
        active.files.delete(sha256);
        await sendOrder(active, { kind: 'drop', sha256 }, new Uint8Array(), LOAD_LIMITS).catch(
          () => {},
        );
      }
      isWorking = false;
      void work();
      return idleFiles.length;
    },
    size: () => (current?.hasEnded === false ? current.files.size : 0),
    pid: () => (current?.hasEnded === false ? (current.process?.pid ?? null) : null),
    close() {
      isClosed = true;
      for (const running of [current, spare]) if (running) end(running);
      spare = null;
      for (const { reject } of queue.drain()) reject(new Error('the bank is closing'));
    },
  };
}

function startProcess(bounds: Bounds, patienceMs: number): RunningProcess {
  let resolveReady: () => void = () => {};
  let rejectReady: (error: Error) => void = () => {};
  const readySignal = new Promise<void>((resolve, reject) => {
    resolveReady = resolve;
    rejectReady = reject;
  });
  // The first caller receives the rejection; a spare process that fails to start is started again
  // when needed.
  readySignal.catch(() => {});
  const running: RunningProcess = {
    process: null,
    ready: readySignal,
    files: new Map(),
    bytes: null,
    onAnswer: () => {},
    hasEnded: false,
  };
  const onProcessEnd = (): void => {
    running.hasEnded = true;
    stopMeasuring();
    rejectReady(new NoTimeToScore('the process that scores did not start'));
    // If the launcher has ended, closing the channel tells the process that nobody asks it.
    running.process?.channel.destroy();
    running.onAnswer('ended');
  };
  const kill = (): void => running.process?.kill();
  const deadline = setTimeout(kill, START_WITHIN_MS);
  let startedAt = performance.now();
  const starvationTimer = setInterval(() => {
    if (isStarved(readCpuMs(running), performance.now() - startedAt, patienceMs)) kill();
  }, patienceMs / 4);
  const stopMeasuring = (): void => {
    clearTimeout(deadline);
    clearInterval(starvationTimer);
  };
  const addBytes = createFrameReader(MAX_ANSWER, (frame) => {
    if (frame.header.kind === 'ready') {
      stopMeasuring();
      resolveReady();
    } else running.onAnswer(frame);
  });
  startConfined(PROGRAM, bounds, onProcessEnd).then((startedProcess) => {
    running.process = startedProcess;
    startedAt = performance.now();
    // The process is no longer needed.
    if (running.hasEnded) kill();
    startedProcess.channel.on('data', (chunk: Buffer) => {
      try {
        addBytes(chunk);
      } catch {
        kill();
      }
    });
    // The exit event reports its end.
    startedProcess.channel.on('error', () => {});
  }, onProcessEnd);
  return running;
}

/** Limits of a call, and the time that its earlier turns have used. */
interface Terms extends CallLimits {
  readonly takenMs?: number;
}

/** Terms of one turn, and its longest wait for processor time. */
interface TurnTerms extends Terms {
  readonly patienceMs: number;
}

async function carryOut(
  running: RunningProcess,
  order: Order,
  body: Uint8Array,
  limits: TurnTerms,
) {
  const frame = await watchCall(running, limits, () => {
    for (const part of encodeFrame(order, body)) running.process?.channel.write(part);
  });
  const { kind, micros, message } = frame.header as Partial<ProcessMessage & { micros: number }> &
    Readonly<Record<string, unknown>>;
  if (kind === 'done') {
    const duration = Number(micros) || 0;
    if (duration > 1_000 * remainingMs(limits)) throw tooMuchTime(limits);
    return { micros: duration, body: frame.body };
  }
  const text = String(message ?? 'no answer').slice(0, 500);
  if (/bad_alloc|allocat|out of memory/i.test(text)) throw tooMuchMemory(limits);
  throw new ModelFailed(text);
}

/** Resolves with the answer, or rejects when the call exceeds its limits. */
function watchCall(running: RunningProcess, limits: TurnTerms, send: () => void): Promise<Frame> {
  return new Promise((resolve, reject) => {
    if (running.hasEnded) {
      reject(new ModelKilled('crash', 'The process of the model had ended.'));
      return;
    }
    const startedAt = performance.now();
    // Most calls end before the first check, so processor time is counted from the first check on.
    let cpuBefore: number | null = null;
    let hasMeasured = false;
    const timer = setInterval(checkTime, CHECK_EVERY_MS);

    function finish(act: () => void): void {
      clearInterval(timer);
      running.onAnswer = () => {};
      act();
    }

    function checkTime(): void {
      const elapsed = performance.now() - startedAt;
      const cpuNow = readCpuMs(running);
      cpuBefore ??= cpuNow;
      hasMeasured = true;
      // On a busy machine a process stalls through no fault of its own.
      const usedMs = cpuNow === null || cpuBefore === null ? elapsed : cpuNow - cpuBefore;
      const bytes = readResidentBytes(running);
      running.bytes ??= bytes;
      const grown = (bytes ?? 0) - (running.bytes ?? 0);
      if (usedMs > remainingMs(limits)) finish(() => reject(tooMuchTime(limits)));
      else if (grown > limits.bytes) finish(() => reject(tooMuchMemory(limits)));
      else if (elapsed > LONGEST_WAIT_MS || isStarved(usedMs, elapsed, limits.patienceMs))
        finish(() => reject(new NoTimeToScore('no answer came')));
    }

    running.onAnswer = (answer) => {
      finish(() => {
        if (hasMeasured) running.bytes = readResidentBytes(running);
        if (answer !== 'ended') resolve(answer);
        else reject(new ModelKilled('crash', 'The model ended the process that scores.'));
      });
    };
    send();
  });
}

/** @param usedMs processor time in milliseconds; null when the system does not report it */
function isStarved(usedMs: number | null, elapsed: number, patienceMs: number): boolean {
  return usedMs !== null && elapsed > patienceMs && usedMs < elapsed * MIN_SHARE;
}

const remainingMs = ({ ms, takenMs = 0 }: Terms) => ms - takenMs;
const tooMuchTime = ({ ms }: CallLimits) =>
  new ModelKilled('time', `A call took more than ${ms} ms of the processor.`);
const tooMuchMemory = ({ bytes }: CallLimits) =>
  new ModelKilled('memory', `A call took more than ${bytes / MIB} MB of memory.`);

/**
 * Returns the processor time of the process's single thread in milliseconds; null when the system
 * does not report it.
 */
function readCpuMs({ process }: RunningProcess): number | null {
  try {
    return Number(readFileSync(`/proc/${process?.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return null;
  }
}

const PAGE_BYTES = 4_096;

function readResidentBytes({ process }: RunningProcess): number | null {
  try {
    return Number(readFileSync(`/proc/${process?.pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES;
  } catch {
    return null;
  }
}
