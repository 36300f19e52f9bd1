// Checks of the chain at the end of a run: every posted transaction has a confirmed anchor, every
// execution has ended, no order waits, and the chain has no more transactions than the ledger
// assigned nonces. `npm run verify` checks that the rows agree.

import type { Instance } from './instance.ts';
import { withLedgerFile } from './ledger-snapshot.ts';

interface ChainCounts {
  readonly leaves: number;
  readonly confirmed: number;
  readonly executions: number;
  readonly transactions: number;
}

/** Returns null once nothing is left to do, otherwise the work that remains. */
export async function findOpenChainWork({ dataDir, chainPort }: Instance): Promise<string | null> {
  for (const environment of ['sandbox', 'production'] as const) {
    const { address, ...remainingWork } = withLedgerFile(dataDir, environment, TABLES, (db) => ({
      ...(db.prepare(OPEN_COUNTS).get() as ChainCounts),
      address: db.prepare<[], string | null>('SELECT address FROM chain_status').pluck().get(),
    }));
    // Without an address the signer has never reached a chain, because this machine has none.
    if (!address) continue;
    const { leaves, confirmed, executions, transactions } = remainingWork;
    const isDone = confirmed >= leaves && executions === 0 && transactions === 0;
    if (!isDone) return `${environment}: ${JSON.stringify(remainingWork)}`;
    const assignedNonces = withLedgerFile(
      dataDir,
      environment,
      ['chain_transactions', 'chain_status'],
      (db) => db.prepare<[], number>(NONCES).pluck().get() ?? 0,
    );
    const usedNonces = await readNonce(chainPort, address);
    if (usedNonces !== assignedNonces) {
      return `${environment}: the ledger assigned ${assignedNonces} nonces, the chain has ${usedNonces}`;
    }
  }
  return null;
}

const TABLES = ['log_head', 'anchors', 'contract_executions', 'chain_transactions', 'chain_status'];
const OPEN_COUNTS = `SELECT (SELECT size FROM log_head) AS leaves,
  (SELECT coalesce(max(tree_size), 0) FROM anchors WHERE status = 'confirmed') AS confirmed,
  (SELECT count(*) FROM contract_executions
    WHERE status IN ('queued', 'simulated', 'submitted', 'included')) AS executions,
  (SELECT count(*) FROM chain_transactions
    WHERE status IN ('queued', 'signed', 'sent', 'included')) AS transactions`;
const NONCES = `SELECT count(DISTINCT nonce) FROM chain_transactions
  WHERE chain = (SELECT chain FROM chain_status) AND nonce IS NOT NULL`;

async function readNonce(port: number, address: string): Promise<number> {
  const call = { jsonrpc: '2.0', id: 1, method: 'eth_getTransactionCount' };
  const response = await fetch(`http://127.0.0.1:${port}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...call, params: [address, 'latest'] }),
  });
  return Number(((await response.json()) as { result: string }).result);
}
