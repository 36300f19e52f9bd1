// The acts of the signer: what it found on the chain, what it signed, how its transactions moved.
// Every act is one database transaction, and repeating it changes nothing.

import type { ChainState } from '../../ledger/anchor.ts';
import type { Database } from '../kernel/connect.ts';
import type { ChainAttempt, ChainTransaction } from './order-reads.ts';
import type { ChainMove, ChainOrder, ChainTransactionWriter } from './orders.ts';

/** A chain as it answered: a development chain that was wiped has another first block. */
export interface ChainIdentity {
  readonly chainId: number;
  /** Hash of block 0, as 0x and 64 hexadecimal digits. */
  readonly genesisHash: string;
}

export interface ChainFinding {
  readonly state: ChainState;
  /** One sentence for an operator; null when all is well. */
  readonly detail: string | null;
  readonly address: string | null;
  readonly blockNumber: number | null;
}

/** What a move of a transaction is about; the notified workflow reads the row itself. */
export interface Moved {
  readonly id: string;
  readonly notify: string;
}

export interface ChainActs {
  /** Writes an order in an act of its own and returns its id. */
  order(order: ChainOrder): string;
  /**
   * Takes a chain for the current one. What was under way on another one is dropped, its anchors
   * are lost.
   * @returns the row of the chain, and what has moved
   */
  meet(identity: ChainIdentity): { readonly chain: number; readonly moved: Moved[] };
  note(finding: ChainFinding): void;
  /** Stores signed bytes before they are sent; false when the order does not wait any more. */
  storeSigned(from: string, attempt: ChainAttempt): boolean;
  /** Stores a replacement with the same nonce and a higher fee. */
  storeReplacement(attempt: ChainAttempt): void;
  storeSent(id: string, hash: string): void;
  /** Moves a transaction; what is there already is left alone. */
  move(id: string, to: ChainMove): Moved[];
}

const CHAIN_GONE = 'The chain that held the transaction no longer exists.';

/** Call its functions inside `database.write` only. */
export function chainActsOf(
  database: Database,
  writer: ChainTransactionWriter,
  now: () => number,
): ChainActs {
  const { raw } = database;
  const known = raw
    .prepare<[number, string], number>(
      'SELECT id FROM chains WHERE chain_id = ? AND genesis_hash = ?',
    )
    .pluck();
  const current = raw.prepare<[], number | null>('SELECT chain FROM chain_status').pluck();
  const create = raw.prepare(
    'INSERT INTO chains (chain_id, genesis_hash, first_seen_at) VALUES (?, ?, ?)',
  );
  const take = raw.prepare('UPDATE chain_status SET chain = ?');
  const stranded = raw.prepare<[number], ChainTransaction>(
    `SELECT id, notify FROM chain_transactions
     WHERE status IN ('signed', 'sent', 'included') AND chain <> ?`,
  );
  const lose = raw.prepare(
    `UPDATE anchors SET status = 'lost', reason = ?, updated_at = ?
     WHERE chain <> ? AND status <> 'lost'`,
  );
  const note = raw.prepare(
    `UPDATE chain_status SET changed_at = CASE WHEN state = @state THEN changed_at ELSE @at END,
     state = @state, detail = @detail, address = @address, block_number = @blockNumber,
     checked_at = @at`,
  );

  function moveTo(id: string, to: ChainMove): Moved[] {
    const row = writer.find(id);
    if (!row || isThere(row, to)) return [];
    writer.move(id, to);
    return row.notify === null ? [] : [{ id, notify: row.notify }];
  }

  function meet({ chainId, genesisHash }: ChainIdentity): { chain: number; moved: Moved[] } {
    let chain = known.get(chainId, genesisHash);
    if (chain === undefined) {
      chain = Number(create.run(chainId, genesisHash, now()).lastInsertRowid);
    }
    if (current.get() === chain) return { chain, moved: [] };
    take.run(chain);
    lose.run(CHAIN_GONE, now(), chain);
    const rows = stranded.all(chain);
    const dropped = { status: 'dropped', reasonCode: 'chain_gone', reason: CHAIN_GONE } as const;
    return { chain, moved: rows.flatMap(({ id }) => moveTo(id, dropped)) };
  }

  function storeSigned(from: string, attempt: ChainAttempt): boolean {
    const row = writer.find(attempt.transactionId);
    if (row?.status !== 'queued') return false;
    const { chain, nonce } = attempt;
    writer.move(row.id, { status: 'signed', chain, fromAddress: from, nonce });
    writer.addAttempt(attempt);
    return true;
  }

  function storeSent(id: string, hash: string): void {
    writer.markSent(id, hash);
    if (writer.find(id)?.status === 'signed') writer.move(id, { status: 'sent' });
  }

  return {
    order: writer.enqueue,
    meet,
    note: (finding) => void note.run({ ...finding, at: now() }),
    storeSigned,
    storeReplacement: writer.addAttempt,
    storeSent,
    move: moveTo,
  };
}

function isThere(row: ChainTransaction, to: ChainMove): boolean {
  return Object.entries(to).every(([name, value]) => row[name as keyof ChainMove] === value);
}
