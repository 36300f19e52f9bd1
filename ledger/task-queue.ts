// The Temporal task queue of a ledger: its random name, which it keeps for life, behind a prefix.

const PREFIX = 'bank-';

/** The queue of the ledger that has the random name. */
export const taskQueueOf = (ownName: string) => `${PREFIX}${ownName}`;

/** The random name of the ledger that has the queue. */
export const ownNameIn = (taskQueue: string) => taskQueue.slice(PREFIX.length);
