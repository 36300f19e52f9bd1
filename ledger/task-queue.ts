// The name of the Temporal task queue that serves one ledger.

/** @param ownName the ledger's permanent random name */
export const taskQueueOf = (ownName: string) => `bank-${ownName}`;
