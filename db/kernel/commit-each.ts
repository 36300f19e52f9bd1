// The writes of a noun as callers see them: each one waits for the commit that carries it.

import type { Database } from './connect.ts';

/** The acts of a writer, each of them inside a group commit. */
export type Committed<Writer> = {
  readonly [Name in keyof Writer]: Writer[Name] extends (...args: infer Args) => infer Answer
    ? (...args: Args) => Promise<Answer>
    : never;
};

/**
 * Runs every act of a writer inside the group commit. An act that throws undoes itself alone.
 * @param writer functions that may be called inside `database.write` only
 */
export function commitEach<Writer extends object>(
  { write }: Pick<Database, 'write'>,
  writer: Writer,
): Committed<Writer> {
  const acts = Object.entries(writer).map(([name, act]) => {
    return [name, (...args: unknown[]) => write(() => act(...args))];
  });
  return Object.fromEntries(acts) as Committed<Writer>;
}
