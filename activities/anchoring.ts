// The steps of anchoring: close and sign a batch, write the newest checkpoint to the contract, emit
// the tenants' events. Each step first reads the state of the ledger and the chain, so each is
// idempotent.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Hex } from 'viem';
import type { Chain } from '../bank/opening/chain.ts';
import { ChainUnreachable, WrongChain } from '../chain/client.ts';
import { isCodeOf } from '../chain/contract-code.ts';
import {
  encodeAnchor,
  encodeDeployment,
  LATEST_CALL,
  LEDGER_ANCHOR,
  LOG_ID_CALL,
  logIdOf,
  readLatest,
  readLogId,
} from '../chain/ledger-anchor.ts';
import { rootOf } from '../chain/merkle.ts';
import { readLogSize } from '../db/chain/anchor-reads.ts';
import type { AnchorPlace } from '../db/chain/anchoring.ts';
import {
  adoptAnchor,
  emitConfirmed,
  planAnchor,
  recordAnchoring,
  updateAnchors,
} from '../db/chain/anchoring.ts';
import { findDeployment, readChainStatus } from '../db/chain/order-reads.ts';
import { orderOnChain, setCurrentChain } from '../db/chain/signer-acts.ts';
import type { CheckpointRow } from '../db/kernel/rows.ts';
import type { Ledger } from '../db/ledger.ts';
import { signCheckpoint } from '../db/log/checkpoints.ts';
import { logReader } from '../db/log/tree.ts';
import { readStoppedLog, type StoppedLog } from '../db/losses/reads.ts';
import type { AnchorState } from '../ledger/anchor.ts';
import { chainAnchoringId } from '../ledger/workflow-id.ts';
import { paceOf } from './chain-survey.ts';

export interface AnchorStep {
  readonly state: AnchorState;
  /** True when the signer has something to do. */
  readonly ordered: boolean;
  /** Milliseconds until the next pass, unless a signal comes first. */
  readonly pauseMs: number;
  /** The minimum milliseconds until the next pass; 0 when left out. */
  readonly restMs?: number;
}

export interface AnchoringActivities {
  /** Signs the new entries of the log. Returns false while more are left. */
  closeBatch(): Promise<boolean>;
  advanceAnchor(): Promise<AnchorStep>;
  /** Emits the events of some confirmed anchors; false while there are more. */
  tellAnchored(): Promise<boolean>;
}

const IDLE_MS = 60_000;
const UNDER_WAY_MS = 15_000;
/**
 * Leaves whose events are emitted per commit and per run. Postings are booked between the commits.
 */
const EVENTS_PER_COMMIT = 32;
const EVENTS_PER_RUN = 4_096;
const PAUSE_MS = 5;

/** Requires an operator's decision: continuing would contradict existing anchors. */
class AnchorRefused extends Error {}
/** A prerequisite, such as the deployment of the contract, is not complete yet. */
class PrerequisiteMissing extends Error {}

/** @param chain null when no chain is configured: the log is signed, and not anchored */
export function anchoringActivities(ledger: Ledger, chain: Chain | null): AnchoringActivities {
  const notify = chainAnchoringId(ledger.taskQueue);

  async function findPlace(chain: Chain, newest: CheckpointRow): Promise<AnchorPlace> {
    const identity = await chain.node.identify();
    const { current } = await readChainStatus(ledger);
    const isAnotherChain = current !== null && current.genesisHash !== identity.genesisHash;
    if (isAnotherChain && !chain.mayBeWiped)
      throw new WrongChain('the chain begins with another block');
    const { chain: row } = await ledger.run(setCurrentChain, identity);
    const contract = chain.contract ?? (await deployAnchor(row, newest));
    const code = await chain.node.code(contract);
    if (code === '0x' && chain.contract === null)
      throw new PrerequisiteMissing('the contract is being deployed');
    if (code === '0x') throw new AnchorRefused(`there is no contract at ${contract}`);
    // A configured contract may come from another compiler, as on ZK Stack. Its answers are checked
    // instead.
    if (chain.contract === null && !isCodeOf(LEDGER_ANCHOR, code)) {
      throw new AnchorRefused(`the code at ${contract} is not that of ${LEDGER_ANCHOR}`);
    }
    return { chain: row, contract };
  }

  async function deployAnchor(row: number, newest: CheckpointRow): Promise<Hex> {
    const deployment = await findDeployment(ledger, LEDGER_ANCHOR, row);
    if (deployment?.contractAddress) return deployment.contractAddress as Hex;
    if (deployment === null) {
      const data = bytesOf(encodeDeployment(newest.origin));
      const order = { objectId: LEDGER_ANCHOR, to: null, data, value: 0n, gas: null, notify };
      await ledger.run(orderOnChain, { kind: 'deployment', ...order });
    }
    throw new PrerequisiteMissing('the contract is being deployed');
  }

  async function callContract(chain: Chain, contract: string, data: Hex): Promise<Hex> {
    const call = { from: chain.signer.address, to: contract as Hex, data, value: 0n };
    const answer = await chain.node.call(call);
    if (answer.kind === 'done' && answer.value !== '0x') return answer.value;
    throw new AnchorRefused(`${contract} does not answer as an anchoring contract does`);
  }

  /** Compares the contract's checkpoint with the log. Throws `AnchorRefused` when they do not match. */
  async function compareCheckpoint(
    chain: Chain,
    contract: string,
    newest: CheckpointRow,
  ): Promise<number> {
    const logId = readLogId(await callContract(chain, contract, LOG_ID_CALL));
    if (logId !== logIdOf(newest.origin))
      throw new AnchorRefused('the contract anchors another log');
    const { treeSize, root } = readLatest(await callContract(chain, contract, LATEST_CALL));
    if (treeSize > readLogSize(ledger)) {
      throw new AnchorRefused('the contract has more leaves than the ledger: is it an older copy?');
    }
    if (treeSize > 0 && !rootOf(treeSize, logReader(ledger.database).nodes).equals(root)) {
      throw new AnchorRefused('the contract has another root of this log');
    }
    return treeSize;
  }

  async function orderAnchor(
    chain: Chain,
    anchorPlace: AnchorPlace,
    newest: CheckpointRow,
  ): Promise<boolean> {
    const data = encodeAnchor(newest.treeSize, newest.rootHash);
    const call = { from: chain.signer.address, to: anchorPlace.contract as Hex, data, value: 0n };
    const outcome = await chain.node.call(call);
    if (outcome.kind === 'reverted') {
      // An anchor in flight may have arrived between the two calls.
      if ((await compareCheckpoint(chain, anchorPlace.contract, newest)) >= newest.treeSize)
        return false;
      throw new AnchorRefused(
        `the contract refuses the anchor: ${outcome.data ?? outcome.message}`,
      );
    }
    return ledger.run(planAnchor, {
      place: anchorPlace,
      checkpoint: newest,
      data: bytesOf(data),
      notify,
    });
  }

  async function advance(chain: Chain): Promise<AnchorStep> {
    await ledger.run(updateAnchors, null);
    const stopped = readStoppedLog(ledger);
    if (stopped) throw new AnchorRefused(stoppedText(stopped));
    const newest = logReader(ledger.database).newest();
    if (newest === null) return { state: 'ok', ordered: false, pauseMs: IDLE_MS };
    const anchorPlace = await findPlace(chain, newest);
    const anchoredSize = await compareCheckpoint(chain, anchorPlace.contract, newest);
    const matchingCheckpoint =
      anchoredSize > 0 ? logReader(ledger.database).ofSize(anchoredSize) : null;
    if (matchingCheckpoint)
      await ledger.run(adoptAnchor, { place: anchorPlace, checkpoint: matchingCheckpoint });
    const isDone = newest.treeSize <= anchoredSize;
    const ordered = isDone ? false : await orderAnchor(chain, anchorPlace, newest);
    await ledger.run(recordAnchoring, { state: 'ok', detail: null });
    return { state: 'ok', ordered, pauseMs: isDone ? IDLE_MS : UNDER_WAY_MS };
  }

  async function advanceAnchor(): Promise<AnchorStep> {
    if (chain === null) return { state: 'unknown', ordered: false, pauseMs: IDLE_MS };
    try {
      return await advance(chain);
    } catch (error) {
      const isRefused = error instanceof AnchorRefused || error instanceof WrongChain;
      const isWaiting = error instanceof PrerequisiteMissing || error instanceof ChainUnreachable;
      if (!isRefused && !isWaiting) throw error;
      const state = isRefused ? 'refused' : 'waiting';
      await ledger.run(recordAnchoring, { state, detail: (error as Error).message });
      return { state, ordered: error instanceof PrerequisiteMissing, pauseMs: chain.troubleMs };
    }
  }

  return {
    async closeBatch() {
      const checkpoint = await ledger.run(signCheckpoint, null);
      const isStopped = readStoppedLog(ledger) !== null;
      return isStopped || (checkpoint?.treeSize ?? 0) >= readLogSize(ledger);
    },
    advanceAnchor: async () => ({
      ...(await advanceAnchor()),
      restMs: paceOf(chain ?? {}).minPauseMs,
    }),
    async tellAnchored() {
      for (let emitted = 0; emitted < EVENTS_PER_RUN; emitted += EVENTS_PER_COMMIT) {
        if ((await ledger.run(emitConfirmed, EVENTS_PER_COMMIT)) === 0) return true;
        await sleep(PAUSE_MS);
      }
      return false;
    },
  };
}

function stoppedText({ signedSize, keptSize }: StoppedLog): string {
  return (
    `the database lost leaves that were signed: of ${signedSize} there are ${keptSize} left; ` +
    'node scripts/restart-log.ts has the log begin anew at that size (docs/operate/runbook.md)'
  );
}

function bytesOf(data: Hex): Buffer {
  return Buffer.from(data.slice(2), 'hex');
}
