// The name of the Temporal task queue that serves one ledger.

/** @param ownName the ledger's random name, which it keeps for life */
export const taskQueueOf = (ownName: string) => `bank-${ownName}`;
