// The signer's view of the chain: the state of each of its transactions, and the next action for
// each. Reads the chain before anything is sent, and again before each further step.

import type { Hex, TransactionReceipt } from 'viem';
import { type ChainNode, ChainUnreachable, WrongChain } from '../chain/client.ts';
import {
  type ChainTransaction,
  listAttempts,
  listOpenChainTransactions,
  listUndone,
  readChainStatus,
} from '../db/chain/order-reads.ts';
import type { MovedTransaction } from '../db/chain/signer-acts.ts';
import { moveOnChain, recordChainFinding, setCurrentChain } from '../db/chain/signer-acts.ts';
import type { Ledger } from '../db/ledger.ts';
import type { ChainState } from '../ledger/anchor.ts';

/** The trouble that the signer's last step ran into, or null when it succeeded. */
export interface ChainTrouble {
  readonly state: Extract<ChainState, 'no_funds' | 'fee_limit' | 'no_signer'>;
  readonly detail: string;
}

export interface ChainSurvey {
  readonly state: ChainState;
  /** Ids in the order in which they are to be signed, sent, replaced. */
  readonly sign: readonly string[];
  readonly send: readonly string[];
  readonly replace: readonly string[];
  readonly moved: readonly MovedTransaction[];
  /** Milliseconds until the next pass, unless a signal comes first. */
  readonly pauseMs: number;
  /** The minimum milliseconds until the next pass; 0 when left out. */
  readonly restMs?: number;
}

export interface SurveyDeps {
  readonly ledger: Ledger;
  readonly node: ChainNode;
  readonly address: Hex;
  /**
   * True for a development chain, which may be wiped or lose its last seconds when it is killed.
   */
  readonly mayBeWiped: boolean;
  /** Milliseconds until the next pass while there is trouble. */
  readonly troubleMs: number;
  /** The pace of a real chain when left out. */
  readonly pace?: Partial<ChainPace>;
}

/** Milliseconds that signer and anchoring wait for a chain, and for each other. */
export interface ChainPace {
  /**
   * Minimum between two passes, even after a signal. Orders that arrive meanwhile are handled in
   * the next pass.
   */
  readonly minPauseMs: number;
  /** Wait before the next pass while a transaction is in no block. */
  readonly unincludedPauseMs: number;
  /** Wait before the next pass while a transaction is in a block that is not final. */
  readonly finalityPauseMs: number;
  /** A lagging node answers from old state, so a displacement is believed only after this time. */
  readonly displacedAfterMs: number;
  /** Wait before a transaction that the node no longer knows is sent again. */
  readonly sendAgainAfterMs: number;
  /** Wait before the fee of a transaction that no block includes is raised. */
  readonly stuckAfterMs: number;
}

/** Maximum transactions in flight: enough for every block, few enough to be sent again. */
const MAX_IN_FLIGHT = 16;
const IDLE_MS = 60_000;
const INTERVALS: ChainPace = {
  minPauseMs: 2_000,
  unincludedPauseMs: 1_000,
  finalityPauseMs: 3_000,
  displacedAfterMs: 10_000,
  sendAgainAfterMs: 5_000,
  stuckAfterMs: 15_000,
};
/** Maximum age of the last recorded finding while nothing changes. */
const RECORD_EVERY_MS = 30_000;

interface Findings {
  readonly chain: number;
  readonly nonce: number;
  readonly head: { readonly number: number; readonly at: number };
  readonly final: number;
}

interface ToDo {
  readonly sign: string[];
  readonly send: string[];
  readonly replace: string[];
  readonly moved: MovedTransaction[];
}

/** Returns how long to wait for a chain. */
export function paceOf({ pace }: Pick<SurveyDeps, 'pace'>): ChainPace {
  return { ...INTERVALS, ...pace };
}

/**
 * Returns the survey activity. It is idempotent, because every row moves only on the state of the
 * chain.
 */
export function chainSurvey(deps: SurveyDeps) {
  const { ledger, node, address } = deps;
  const pace = paceOf(deps);

  async function identifyChain(): Promise<{ chain: number; moved: MovedTransaction[] }> {
    const identity = await node.identify();
    const { current } = await readChainStatus(ledger);
    const isAnotherChain = current !== null && current.genesisHash !== identity.genesisHash;
    if (isAnotherChain && !deps.mayBeWiped) {
      throw new WrongChain('the chain begins with another block than the one that was anchored on');
    }
    return ledger.run(setCurrentChain, identity);
  }

  async function findingsOn(chain: number): Promise<Findings> {
    const [nonce, head, final] = await Promise.all([
      node.nonce(address),
      node.head(),
      node.finalHeight(),
    ]);
    return { chain, nonce, head, final };
  }

  /** Resets transactions that the chain has lost, oldest first: their bytes are sent again. */
  async function undo({ chain, nonce }: Findings, todo: ToDo): Promise<void> {
    const rows = await listUndone(ledger, { chain, address, nonce });
    if (rows.length > 0 && !deps.mayBeWiped) {
      throw new ChainUnreachable('the node lags behind the final block');
    }
    for (const { id } of rows)
      todo.moved.push(...(await ledger.run(moveOnChain, { id, to: UNDONE_FIELDS })));
  }

  async function receiptOf(hashes: readonly string[]): Promise<TransactionReceipt | null> {
    for (const hash of hashes) {
      const receipt = await node.receipt(hash as Hex);
      if (receipt) return receipt;
    }
    return null;
  }

  async function follow(row: ChainTransaction, findings: Findings, todo: ToDo): Promise<void> {
    const attempts = await listAttempts(ledger, row.id);
    const receipt = await receiptOf(attempts.map(({ hash }) => hash));
    if (receipt) {
      const included = inBlock(receipt);
      todo.moved.push(...(await ledger.run(moveOnChain, { id: row.id, to: included })));
      if (Number(receipt.blockNumber) > findings.final) return;
      const status = receipt.status === 'success' ? 'final' : 'failed';
      const failure = status === 'failed' ? { reasonCode: 'reverted', reason: null } : {};
      todo.moved.push(
        ...(await ledger.run(moveOnChain, { id: row.id, to: { ...included, ...failure, status } })),
      );
      return;
    }
    if (row.status === 'included') {
      todo.moved.push(...(await ledger.run(moveOnChain, { id: row.id, to: UNDONE_FIELDS })));
      todo.send.push(row.id);
      return;
    }
    await handleUnincluded(row, attempts[0] ?? null, findings, todo);
  }

  /**
   * Handles a transaction that is in no block: it is displaced, not sent, forgotten, or offers too
   * small a fee.
   */
  async function handleUnincluded(
    row: ChainTransaction,
    newest: { readonly hash: string; maxFeePerGas: string; sentAt: number | null } | null,
    findings: Findings,
    todo: ToDo,
  ): Promise<void> {
    const now = Date.now();
    const isCurrentSigner = row.fromAddress === address;
    if (isCurrentSigner && row.nonce !== null && row.nonce < findings.nonce) {
      const isOld = now - row.updatedAt > pace.displacedAfterMs;
      const isSure = isOld && row.nonce < (await node.nonce(address, Math.max(0, findings.final)));
      if (isSure)
        todo.moved.push(...(await ledger.run(moveOnChain, { id: row.id, to: DISPLACED_FIELDS })));
      return;
    }
    if (row.status === 'signed' || !newest?.sentAt) {
      todo.send.push(row.id);
      return;
    }
    const waited = now - newest.sentAt;
    if (waited < pace.sendAgainAfterMs) return;
    if (!(await node.knows(newest.hash as Hex))) {
      todo.send.push(row.id);
      return;
    }
    // Transactions with later nonces wait for this one, whatever their fees. Transactions of an
    // earlier key cannot be signed again.
    if (!isCurrentSigner || row.nonce !== findings.nonce) return;
    const { baseFeePerGas } = await node.fees();
    const isPassedOver = findings.head.at > newest.sentAt && waited > pace.stuckAfterMs;
    if (baseFeePerGas > BigInt(newest.maxFeePerGas) || isPassedOver) todo.replace.push(row.id);
  }

  async function recordFinding(
    state: ChainState,
    detail: string | null,
    blockNumber: number | null,
  ): Promise<void> {
    const before = await readChainStatus(ledger);
    const isUnchanged =
      before.state === state && before.detail === detail && before.address === address;
    if (isUnchanged && Date.now() - before.checkedAt < RECORD_EVERY_MS) return;
    await ledger.run(recordChainFinding, { state, detail, address, blockNumber });
  }

  async function survey(trouble: ChainTrouble | null): Promise<ChainSurvey> {
    const todo: ToDo = { sign: [], send: [], replace: [], moved: [] };
    try {
      const { chain, moved } = await identifyChain();
      todo.moved.push(...moved);
      const findings = await findingsOn(chain);
      await undo(findings, todo);
      const open = await listOpenChainTransactions(ledger, 10 * MAX_IN_FLIGHT);
      const inFlight = open.filter(({ status }) => status !== 'queued');
      const inNonceOrder = inFlight.toSorted((a, b) => (a.nonce ?? 0) - (b.nonce ?? 0));
      for (const row of inNonceOrder) await follow(row, findings, todo);
      const queuedOrders = open.filter(({ status }) => status === 'queued');
      const freeSlots = Math.max(0, MAX_IN_FLIGHT - inFlight.length);
      todo.sign.push(...queuedOrders.slice(0, freeSlots).map(({ id }) => id));
      await recordFinding(trouble?.state ?? 'ok', trouble?.detail ?? null, findings.head.number);
      const pauseMs = trouble ? deps.troubleMs : await choosePause();
      // A client waits for an execution; nobody waits for an anchor.
      const isAwaited = open.some(({ kind }) => kind !== 'anchor');
      const restMs = isAwaited ? 0 : pace.minPauseMs;
      return { state: trouble?.state ?? 'ok', ...todo, pauseMs, restMs };
    } catch (error) {
      const isWrong = error instanceof WrongChain;
      if (!isWrong && !(error instanceof ChainUnreachable)) throw error;
      const state = isWrong ? 'wrong_chain' : 'unreachable';
      await recordFinding(state, error.message, null);
      return { state, sign: [], send: [], replace: [], moved: todo.moved, pauseMs: deps.troubleMs };
    }
  }

  async function choosePause(): Promise<number> {
    const open = await listOpenChainTransactions(ledger, 10 * MAX_IN_FLIGHT);
    if (open.some(({ status }) => status !== 'included')) return pace.unincludedPauseMs;
    return open.length > 0 ? pace.finalityPauseMs : IDLE_MS;
  }

  return survey;
}

const NO_BLOCK = { blockNumber: null, blockHash: null, hash: null, succeeded: null, gasUsed: null };
const UNDONE_FIELDS = { status: 'sent', reasonCode: null, reason: null, ...NO_BLOCK } as const;
/**
 * Another process used the nonce with the same key, so the transaction is signed again with the
 * next nonce.
 */
const DISPLACED_FIELDS = { status: 'queued', nonce: null, fromAddress: null, ...NO_BLOCK } as const;

function inBlock(receipt: TransactionReceipt) {
  return {
    status: 'included' as const,
    hash: receipt.transactionHash,
    blockNumber: Number(receipt.blockNumber),
    blockHash: receipt.blockHash,
    succeeded: receipt.status === 'success' ? 1 : 0,
    contractAddress: receipt.contractAddress?.toLowerCase() ?? null,
    gasUsed: Number(receipt.gasUsed),
  };
}
