// An act is a function of a transaction. Its input and its result are plain data, so that its
// caller may run on another thread than the ledger.

import { isDeepStrictEqual } from 'node:util';
import type { Tx } from './tx.ts';

export interface Act<Input, Result, Facts> {
  /** The name of the act in messages between threads. */
  readonly name: string;
  /**
   * Whether the act runs inside a commit, on one snapshot without writing, or makes several
   * commits.
   */
  readonly runs: 'write' | 'read' | 'parts';
  readonly body: (tx: Tx, input: Input, facts: Facts) => Result;
  readonly readFacts: ReadFacts<Input, Facts> | null;
}

/** An act that other acts can call with their transaction. */
export interface CallableAct<Input, Result> extends Act<Input, Result, null> {
  (tx: Tx, input: Input): Result;
}

/** Does slow lookups before the commit, and may read changes that are not on disk yet. */
type ReadFacts<Input, Facts> = (tx: Tx, input: Input) => Facts | Promise<Facts>;

/** Runs acts; a ledger implements it. */
export interface RunsActs {
  /**
   * Runs an act. An act that throws is undone without the other acts of its commit.
   * @throws Refusal when the act refuses; nothing is written
   */
  run<Input, Result, Facts>(act: Act<Input, Result, Facts>, input: Input): Promise<Result>;
}

const names = new Set<string>();

function nameAct<Input, Result, Facts>({
  name,
  ...parts
}: Act<Input, Result, Facts>): CallableAct<Input, Result> & Act<Input, Result, Facts> {
  if (names.has(name)) throw new Error(`two acts are named ${name}`);
  names.add(name);
  const call = (tx: Tx, input: Input) => parts.body(tx, input, null as Facts);
  return Object.assign(Object.defineProperty(call, 'name', { value: name }), parts) as never;
}

/**
 * Declares an act that writes.
 * @param name noun and verb; no two acts have the same name
 * @throws Error when another act has the name
 */
export function act<Input, Result>(
  name: string,
  body: (tx: Tx, input: Input) => Result,
): CallableAct<Input, Result>;
export function act<Input, Result, Facts>(
  name: string,
  body: (tx: Tx, input: Input, facts: Facts) => Result,
  readFacts: ReadFacts<Input, Facts>,
): Act<Input, Result, Facts>;
export function act<Input, Result, Facts>(
  name: string,
  body: (tx: Tx, input: Input, facts: Facts) => Result,
  readFacts: ReadFacts<Input, Facts> | null = null,
): Act<Input, Result, Facts> {
  return nameAct({ name, runs: 'write', body, readFacts });
}

/**
 * Declares an act that only reads.
 * @throws Error when another act has the name
 */
export function readingAct<Input, Result, Facts = null>(
  name: string,
  body: (tx: Tx, input: Input, facts: Facts) => Result,
  readFacts: ReadFacts<Input, Facts> | null = null,
): Act<Input, Result, Facts> {
  return nameAct({ name, runs: 'read', body, readFacts });
}

/**
 * Declares an act too large for one commit: its body makes several commits, between which other
 * work runs.
 * @throws Error when another act has the name
 */
export function actInParts<Input, Result>(
  name: string,
  body: (tx: Tx, input: Input) => Promise<Result>,
): Act<Input, Result, null> {
  return nameAct({ name, runs: 'parts', body: body as never, readFacts: null });
}

/** Passes an input from a caller to an act, or a result back. */
let passValue = <T>(value: T, _name: string): T => value;

/** Copies inputs and results as between two threads; for tests. */
export function copyBetweenActs(): void {
  passValue = (value, name) => {
    const copy = structuredClone(value);
    if (isDeepStrictEqual(toPlainData(copy), toPlainData(value))) return copy;
    throw new TypeError(`${name}: an act takes and returns plain data`);
  };
}

/** Turns a `Buffer` into a plain byte array, because a copy between threads is one. */
function toPlainData(value: unknown): unknown {
  if (value instanceof Uint8Array) {
    return new Uint8Array(value.buffer, value.byteOffset, value.length);
  }
  if (Array.isArray(value)) return value.map(toPlainData);
  if (value === null || typeof value !== 'object') return value;
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, toPlainData(entry)]),
  );
}

/** Returns the function that runs acts in the transactions of a ledger. */
export function actRunner(tx: Tx): RunsActs['run'] {
  const { write, read } = tx.database;
  return async ({ name, runs, body, readFacts }, message) => {
    const input = passValue(message, name);
    const lookup = readFacts?.(tx, input);
    // Awaits only a promise, so that acts without a lookup are written in the order of their calls.
    const facts = lookup instanceof Promise ? await lookup : lookup;
    const runBody = () => body(tx, input, facts as never);
    if (runs === 'read') return passValue(read(runBody), name);
    return passValue(await (runs === 'write' ? write(runBody) : runBody()), name);
  };
}
