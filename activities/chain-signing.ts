// The steps of the signer: sign with the next nonce and store the bytes, send the stored bytes,
// raise the fees of a stuck transaction. Each step may run twice: the row and the chain record what
// has been done.

import { type Hex, parseTransaction, toHex } from 'viem';
import { type ChainNode, ChainUnreachable, type Fees } from '../chain/client.ts';
import { type ChainSigner, SignerUnreachable } from '../chain/signer.ts';
import {
  type ChainAttempt,
  type ChainTransaction,
  findChainTransaction,
  listAttempts,
  nextNonce,
  readChainStatus,
} from '../db/chain/order-reads.ts';
import type { MovedTransaction } from '../db/chain/signer-acts.ts';
import { moveOnChain, storeReplacement, storeSent, storeSigned } from '../db/chain/signer-acts.ts';
import type { Ledger } from '../db/ledger.ts';
import {
  type ChainPace,
  type ChainSurvey,
  type ChainTrouble,
  chainSurvey,
} from './chain-survey.ts';

/** Result of a step: the rows that moved, and the trouble that keeps the signer from continuing. */
export interface ChainStep {
  readonly moved: readonly MovedTransaction[];
  readonly trouble: ChainTrouble | null;
}

export interface ChainSigningActivities {
  surveyChain(input: { readonly trouble: ChainTrouble | null }): Promise<ChainSurvey>;
  signForChain(input: { readonly id: string }): Promise<ChainStep>;
  sendToChain(input: { readonly id: string }): Promise<ChainStep>;
  replaceOnChain(input: { readonly id: string }): Promise<ChainStep>;
}

export interface ChainSigningDeps {
  readonly ledger: Ledger;
  readonly node: ChainNode;
  readonly signer: ChainSigner;
  readonly chainId: number;
  readonly mayBeWiped: boolean;
  /** Milliseconds until the next pass while there is trouble. */
  readonly troubleMs: number;
  /** The pace of a real chain when left out. */
  readonly pace?: Partial<ChainPace>;
  /** Wei per gas; a replacement never offers more. */
  readonly feeLimit: bigint;
  readonly failPoint?: (name: string) => void;
}

const NO_STEP: ChainStep = { moved: [], trouble: null };

export function chainSigningActivities(deps: ChainSigningDeps): ChainSigningActivities {
  const { ledger, node, signer, feeLimit } = deps;
  const { address } = signer;
  const failPoint = deps.failPoint ?? (() => {});
  const survey = chainSurvey({ ...deps, address });

  /**
   * Returns the current fees, reduced to the limit, or the trouble when the base fee exceeds the
   * limit: then no transaction can be sent.
   */
  async function feesNow(): Promise<Fees | ChainTrouble> {
    const fees = await node.fees();
    if (fees.baseFeePerGas > feeLimit) {
      return { state: 'fee_limit', detail: 'the chain asks for more than the limit per gas' };
    }
    const capFee = (fee: bigint) => (fee > feeLimit ? feeLimit : fee);
    return {
      baseFeePerGas: fees.baseFeePerGas,
      maxFeePerGas: capFee(fees.maxFeePerGas),
      maxPriorityFeePerGas: capFee(fees.maxPriorityFeePerGas),
    };
  }

  async function signTransaction(row: ChainTransaction, gas: bigint, nonce: number, fees: Fees) {
    const call = callOf(row, address);
    const { raw, hash } = await signer.sign({
      ...call,
      chainId: deps.chainId,
      nonce,
      gas,
      maxFeePerGas: fees.maxFeePerGas,
      maxPriorityFeePerGas: fees.maxPriorityFeePerGas,
    });
    const { chain } = await readChainStatus(ledger);
    if (chain === null) throw new Error('the signer never reached the chain');
    const attempt: ChainAttempt = {
      hash,
      transactionId: row.id,
      chain,
      nonce,
      raw: Buffer.from(raw.slice(2), 'hex'),
      maxFeePerGas: fees.maxFeePerGas.toString(),
      maxPriorityFeePerGas: fees.maxPriorityFeePerGas.toString(),
      signedAt: Date.now(),
      sentAt: null,
    };
    return attempt;
  }

  async function refuseStep(
    row: ChainTransaction,
    code: string,
    reason: string,
  ): Promise<ChainStep> {
    const to = { status: 'failed', reasonCode: code, reason: reason.slice(0, 4_096) } as const;
    return { moved: await ledger.run(moveOnChain, { id: row.id, to }), trouble: null };
  }

  async function determineGas(row: ChainTransaction): Promise<bigint | ChainStep> {
    const call = callOf(row, address);
    const to = call.to;
    // A call to an address without code succeeds without an effect.
    if (to !== null && call.data !== '0x' && !(await node.hasCode(to))) {
      return refuseStep(row, 'no_contract', `there is no contract at ${to}`);
    }
    const estimate = await node.estimate(call);
    if (estimate.kind === 'no_funds') return { moved: [], trouble: noFunds(address) };
    if (estimate.kind === 'reverted') {
      return refuseStep(row, 'reverted', estimate.data ?? estimate.message);
    }
    if (row.gas !== null) return BigInt(row.gas);
    // A margin for changes by other transactions in the same block. Unused gas costs nothing.
    return (estimate.value * 5n) / 4n;
  }

  async function sign(id: string): Promise<ChainStep> {
    const row = await findChainTransaction(ledger, id);
    const { chain } = await readChainStatus(ledger);
    if (row?.status !== 'queued' || chain === null) return NO_STEP;
    const gas = await determineGas(row);
    if (typeof gas !== 'bigint') return gas;
    const fees = await feesNow();
    if ('state' in fees) return { moved: [], trouble: fees };
    const nonce = Math.max(await node.nonce(address), await nextNonce(ledger, chain, address));
    const attempt = await signTransaction(row, gas, nonce, fees);
    await ledger.run(storeSigned, { from: address, attempt });
    failPoint('after-sign');
    return NO_STEP;
  }

  async function send(id: string): Promise<ChainStep> {
    const row = await findChainTransaction(ledger, id);
    if (row?.status !== 'signed' && row?.status !== 'sent') return NO_STEP;
    const [newest] = await listAttempts(ledger, id);
    if (!newest) return NO_STEP;
    const outcome = await node.send(toHex(newest.raw));
    failPoint('after-send');
    if (outcome.kind === 'accepted' || outcome.kind === 'already_known') {
      await ledger.run(storeSent, { id, hash: newest.hash });
      return NO_STEP;
    }
    // The next survey finds the transaction that used the nonce.
    if (outcome.kind === 'nonce_used') return NO_STEP;
    if (outcome.kind === 'no_funds') return { moved: [], trouble: noFunds(address) };
    if (outcome.kind === 'fee_too_low') return replace(id);
    throw new ChainUnreachable(`the node refuses it: ${outcome.message}`);
  }

  async function replace(id: string): Promise<ChainStep> {
    const row = await findChainTransaction(ledger, id);
    if (row?.nonce == null || (row.status !== 'signed' && row.status !== 'sent')) return NO_STEP;
    const [newest] = await listAttempts(ledger, id);
    const fees = await feesNow();
    if ('state' in fees) return { moved: [], trouble: fees };
    if (!newest) return NO_STEP;
    const offer = raiseFees(newest, fees);
    if (offer.maxFeePerGas > feeLimit) {
      const detail = 'a replacement would cost more than the limit per gas';
      return { moved: [], trouble: { state: 'fee_limit', detail } };
    }
    const gas = parseTransaction(toHex(newest.raw)).gas ?? 0n;
    await ledger.run(storeReplacement, await signTransaction(row, gas, row.nonce, offer));
    failPoint('after-sign');
    const [storedAttempt] = await listAttempts(ledger, id);
    if (!storedAttempt || storedAttempt.hash === newest.hash) return NO_STEP;
    const outcome = await node.send(toHex(storedAttempt.raw));
    if (outcome.kind === 'accepted' || outcome.kind === 'already_known') {
      await ledger.run(storeSent, { id, hash: storedAttempt.hash });
    }
    return NO_STEP;
  }

  return {
    surveyChain: ({ trouble }) => survey(trouble),
    signForChain: ({ id }) => catchTrouble(() => sign(id)),
    sendToChain: ({ id }) => catchTrouble(() => send(id)),
    replaceOnChain: ({ id }) => catchTrouble(() => replace(id)),
  };
}

/** An unreachable signing service or node is a state, not a fault: the next pass tries again. */
async function catchTrouble(step: () => Promise<ChainStep>): Promise<ChainStep> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof ChainUnreachable) return NO_STEP;
    if (!(error instanceof SignerUnreachable)) throw error;
    return { moved: [], trouble: { state: 'no_signer', detail: error.message } };
  }
}

function noFunds(address: Hex): ChainTrouble {
  return { state: 'no_funds', detail: `${address} cannot pay for its next transaction` };
}

/** Nodes accept a replacement only when both fees are at least a tenth higher. */
function raiseFees(before: ChainAttempt, now: Fees): Fees {
  const raiseFee = (fee: bigint) => (fee * 5n) / 4n + 1n;
  const maxOf = (a: bigint, b: bigint) => (a > b ? a : b);
  return {
    baseFeePerGas: now.baseFeePerGas,
    maxFeePerGas: maxOf(raiseFee(BigInt(before.maxFeePerGas)), now.maxFeePerGas),
    maxPriorityFeePerGas: maxOf(
      raiseFee(BigInt(before.maxPriorityFeePerGas)),
      now.maxPriorityFeePerGas,
    ),
  };
}

function callOf(row: ChainTransaction, from: Hex) {
  return {
    from,
    to: row.toAddress as Hex | null,
    data: toHex(row.data),
    value: BigInt(row.value),
  };
}
