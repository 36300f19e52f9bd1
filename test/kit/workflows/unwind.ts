// A store whose operations fail, lose their reply or run twice at a chosen step of a chosen
// transaction. The faults occur in the store, below the activities' own handling of errors, and are
// selected by the name of the activity, so a test can make every activity fail, also a new one.

import { setTimeout as sleep } from 'node:timers/promises';
import { activityInfo } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { RunsActs } from '../../../db/kernel/act.ts';
import type { Ledger } from '../../../db/ledger.ts';

export interface Fault {
  readonly name: string;
  /**
   * `fail`: it fails before it acts; `lose`: it acts and its reply is lost; `repeat`: it acts
   * twice; `late`: it acts after its time-out.
   */
  readonly kind: 'fail' | 'lose' | 'repeat' | 'late';
  /** Number of calls that the fault strikes. */
  readonly times: number;
  readonly error: () => Error;
}

/** Longer than the time-out of a step. */
const LATE_MS = 11_000;

/** A transient failure: the disk is full for a while. */
export function createOutage(): Error {
  return Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
}

/** The error of a bug in the program. */
export function createFault(): Error {
  return new TypeError('Cannot read properties of undefined');
}

/** Faults, each of which has to leave exactly one effect at every step of every workflow. */
export const FAULTS: readonly Fault[] = [
  { name: 'fails once with an outage', kind: 'fail', times: 1, error: createOutage },
  { name: 'fails four times with an outage', kind: 'fail', times: 4, error: createOutage },
  { name: 'fails once with a fault', kind: 'fail', times: 1, error: createFault },
  { name: 'fails four times with a fault', kind: 'fail', times: 4, error: createFault },
  { name: 'acts and loses its reply', kind: 'lose', times: 1, error: createOutage },
  { name: 'acts and loses its reply three times', kind: 'lose', times: 3, error: createFault },
  { name: 'acts twice at once', kind: 'repeat', times: 1, error: createFault },
];

/**
 * Returns the fault with an immediate retry, for steps whose back-off is not part of the guarantee.
 * Steps that move money keep their back-off, because a long one uses a timer of the server.
 */
export function retryAtOnce(fault: Fault): Fault {
  return {
    ...fault,
    error() {
      const error = fault.error();
      const nextRetryDelay = '20ms';
      const failure = ApplicationFailure.create({ message: error.message, nextRetryDelay });
      return Object.assign(failure, 'code' in error ? { code: error.code } : {});
    },
  };
}

/** Subject of the writes by the signer and by anchoring: the chain of a ledger. */
export const CHAIN_SUBJECT = 'the chain';

/** The subject of faults in registering a trained model. */
export const REGISTERING = 'registering';
/** Subject of faults in selecting the rows of the ledger for a training. */
export const FREEZING = 'freezing';

/** Returns the subject of an act whose input does not name it. */
function findSubject(act: string): string | undefined {
  if (act === 'training.freeze') return FREEZING;
  if (act === 'training.succeed') return REGISTERING;
  return /^(?:chain|anchor|log)\./.test(act) ? CHAIN_SUBJECT : undefined;
}

/** A fault that is set for one transaction at one step. */
export interface Trap {
  readonly transactionId: string;
  /** Name of the activity. */
  readonly step: string;
  readonly fault: Fault;
  /** Number of calls that the fault has struck. */
  struck: number;
}

export interface FaultyStore {
  readonly run: RunsActs['run'];
  /** Activities that have called the store. */
  readonly called: ReadonlySet<string>;
  /** @param id id of a transaction or an execution */
  set(id: string, step: string, fault: Fault): Trap;
  /**
   * Wraps another port with the same faults.
   * @param subject id under which the faults are set, independent of the subject of a call
   */
  faultyPort<T extends object>(port: T, subject?: string): T;
}

type Operation = (...args: unknown[]) => Promise<unknown>;

/** Wraps the acts of a ledger; calls outside of activities have no faults. */
export function createFaultyStore(real: RunsActs): FaultyStore {
  const traps: Trap[] = [];
  const called = new Set<string>();

  function takeFault(step: string, ids: readonly string[]): Trap | undefined {
    const trap = traps.find(
      (trap) =>
        trap.step === step && trap.struck < trap.fault.times && ids.includes(trap.transactionId),
    );
    if (trap) trap.struck += 1;
    return trap;
  }

  function withFaults(operation: Operation, subject?: string): Operation {
    return async (...args) => {
      const step = currentStep();
      if (step === null) return operation(...args);
      called.add(step);
      const trap = takeFault(step, subject === undefined ? idsIn(args[0]) : [subject]);
      if (!trap) return operation(...args);
      const { kind, error } = trap.fault;
      if (kind === 'fail') throw error();
      if (kind === 'late') return sleep(LATE_MS).then(() => operation(...args));
      if (kind === 'repeat')
        return (await Promise.all([operation(...args), operation(...args)]))[1];
      await operation(...args);
      throw error();
    };
  }

  function faultyPort<T extends object>(port: T, subject?: string): T {
    return new Proxy(port, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? withFaults(value as Operation, subject) : value;
      },
    });
  }

  return {
    called,
    set(transactionId, step, fault) {
      const trap = { transactionId, step, fault, struck: 0 };
      traps.push(trap);
      return trap;
    },
    run: (act, input) =>
      withFaults(() => real.run(act, input), findSubject(act.name))(input) as ReturnType<
        typeof real.run<typeof input, never, never>
      >,
    faultyPort,
  };
}

function currentStep(): string | null {
  try {
    return activityInfo().activityType;
  } catch {
    return null;
  }
}

type SubjectField =
  | 'transactionId'
  | 'assessmentId'
  | 'batchId'
  | 'deploymentId'
  | 'jobId'
  | 'scoringId'
  | 'scheduleId'
  | 'tenantId'
  | 'ids'
  | 'id';

/** Returns the ids of an operation's subject: transactions, a batch, a training, and so on. */
function idsIn(first: unknown): readonly string[] {
  if (Array.isArray(first)) return first;
  const order = (first ?? {}) as Record<SubjectField, unknown>;
  if (Array.isArray(order.ids)) return order.ids;
  const subject =
    order.transactionId ??
    order.assessmentId ??
    order.batchId ??
    order.deploymentId ??
    order.jobId ??
    order.scoringId ??
    order.scheduleId ??
    order.tenantId;
  const idParts = [subject ?? 'schedules', order.id];
  return idParts.filter((text) => typeof text === 'string');
}

/** A plain transfer is inserted once, as posted. */
const poisonBefore = (write: 'INSERT' | 'UPDATE') =>
  `CREATE TEMP TRIGGER poison_${write} BEFORE ${write} ON main.transactions
   WHEN NEW.status = 'posted'
   AND EXISTS (SELECT 1 FROM poisoned WHERE mark IN (NEW.id, NEW.reference))
   BEGIN SELECT RAISE(ABORT, 'poisoned'); END;`;

/**
 * A permanent fault in the row itself, which affects its group, its retries and every other
 * process: the transaction can be ended, but not booked.
 */
export function createPoison({ database: { raw } }: Ledger) {
  raw.exec(`CREATE TEMP TABLE poisoned (mark TEXT PRIMARY KEY);
    ${poisonBefore('INSERT')} ${poisonBefore('UPDATE')}`);
  return {
    /** @param mark id or reference of a transaction */
    add: (mark: string) => void raw.prepare('INSERT INTO poisoned VALUES (?)').run(mark),
    remove: (mark: string) => void raw.prepare('DELETE FROM poisoned WHERE mark = ?').run(mark),
  };
}
