// Requests that act on the same transaction take turns. Temporal allows ten open messages to a
// workflow and refuses the rest, whose retries would displace the decisive one. After the first
// answer, the row in the database answers all others.

/** The last act in each line, by the name of the line. */
const lines = new Map<string, Promise<unknown>>();

/**
 * Runs an act after all earlier acts of the same line have ended, successfully or not.
 * @param line name of the transaction, unique in all ledgers of the process
 */
export async function runInTurn<T>(line: string, act: () => Promise<T>): Promise<T> {
  const before = lines.get(line) ?? Promise.resolve();
  const turn = before.then(act, act);
  lines.set(line, turn);
  try {
    return await turn;
  } finally {
    if (lines.get(line) === turn) lines.delete(line);
  }
}
