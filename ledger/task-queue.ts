// The Temporal task queue of a ledger: its random name, which it keeps for life, behind a prefix.

/** The queue of the ledger that has the random name. */
export const taskQueueOf = (ownName: string) => `bank-${ownName}`;
