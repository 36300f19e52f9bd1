// Requests that act on the same transaction take turns. Temporal allows ten messages to a workflow
// in flight and refuses the rest, whose retries then crowd out the decisive one. After the first
// has its answer, the row in the database answers all others.

/** Last in line by name. */
const lines = new Map<string, Promise<unknown>>();

/**
 * Runs something once all that came before is done, however that ended.
 * @param line a name of the transaction that is unique over all ledgers of the process
 */
export async function inTurn<T>(line: string, act: () => Promise<T>): Promise<T> {
  const before = lines.get(line) ?? Promise.resolve();
  const turn = before.then(act, act);
  lines.set(line, turn);
  try {
    return await turn;
  } finally {
    if (lines.get(line) === turn) lines.delete(line);
  }
}
