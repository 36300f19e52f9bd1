// Fills every table about the chain in a ledger: with a final anchor, and with an execution that
// booked its hold. The chain itself is simulated.

import { emitConfirmed, planAnchor, updateAnchors } from '../../../db/chain/anchoring.ts';
import type { ChainAttempt } from '../../../db/chain/order-reads.ts';
import {
  moveOnChain,
  setCurrentChain,
  storeSent,
  storeSigned,
} from '../../../db/chain/signer-acts.ts';
import {
  acceptExecution,
  passExecution,
  sendExecution,
  settleExecution,
} from '../../../db/executions/rows.ts';
import type { CheckpointRow } from '../../../db/kernel/rows.ts';
import { openSeal } from '../../../db/kernel/seal.ts';
import type { Ledger } from '../../../db/ledger.ts';
import { logReader } from '../../../db/log/tree.ts';
import { removeEndpoint } from '../../../db/webhooks/endpoints.ts';
import { openEndpoint } from '../../kit/outside/endpoints.ts';
import type { Teller } from '../ledger-file.ts';
import { causeOf, hashOf } from '../teller.ts';

const digits = (digit: string) => `0x${digit.repeat(64)}` as const;
const BANK = `0x${'a'.repeat(40)}`;
const ANCHOR = `0x${'b'.repeat(40)}`;
const ESCROW = `0x${'c'.repeat(40)}` as const;

interface SentOrder {
  readonly chain: number;
  readonly id: string;
  readonly nonce: number;
  readonly digit: string;
}

async function includeInBlock(
  ledger: Ledger,
  { chain, id, nonce, digit }: SentOrder,
): Promise<void> {
  const attempt: ChainAttempt = {
    hash: digits(digit),
    transactionId: id,
    chain,
    nonce,
    raw: Buffer.from([nonce]),
    maxFeePerGas: '2',
    maxPriorityFeePerGas: '1',
    signedAt: ledger.now(),
    sentAt: null,
  };
  await ledger.run(storeSigned, { from: BANK, attempt });
  await ledger.run(storeSent, { id, hash: attempt.hash });
  const block = { blockNumber: 7, blockHash: digits('d'), succeeded: 1, gasUsed: 50_000 };
  await ledger.run(moveOnChain, { id, to: { status: 'included', hash: attempt.hash, ...block } });
  await ledger.run(moveOnChain, { id, to: { status: 'final' } });
}

/** Anchors the newest checkpoint and emits its events. Returns the number of the chain's row. */
export async function makeAnchor(ledger: Ledger, tenantId: string): Promise<number> {
  const { chain } = await ledger.run(setCurrentChain, {
    chainId: 777_003,
    genesisHash: digits('1'),
  });
  const newest = logReader(ledger.database).newest() as CheckpointRow;
  const place = { chain, contract: ANCHOR };
  await ledger.run(planAnchor, {
    place,
    checkpoint: newest,
    data: Buffer.from([1]),
    notify: 'chain-anchoring/test',
  });
  const id = ledger.database.raw
    .prepare<[], string>("SELECT id FROM chain_transactions WHERE kind = 'anchor'")
    .pluck()
    .get();
  await includeInBlock(ledger, { chain, id: id ?? '', nonce: 0, digit: 'e' });
  await ledger.run(updateAnchors, null);
  const seal = openSeal(Buffer.alloc(32, 1).toString('base64'), '/nowhere');
  const events = ['transaction.anchored'];
  const listener = await openEndpoint(ledger, seal, { url: 'https://a.example', events, tenantId });
  await ledger.run(emitConfirmed, 1_000);
  const removal = { tenantId, endpointId: listener.id, ifVersion: null, cause: causeOf() };
  await ledger.run(removeEndpoint, removal);
  return chain;
}

/** Executes a release that books a hold of 30. Returns the id of the transaction. */
export async function makeExecution(
  ledger: Ledger,
  teller: Teller,
  chain: number,
): Promise<string> {
  const [from, to] = [await teller.account({ funds: 1_000 }), await teller.account()];
  const transactionId = await teller.hold({ from, to, amount: 30 });
  const accepted = await ledger.run(acceptExecution, {
    tenantId: teller.tenantId,
    contract: 'escrow',
    function: 'release',
    arguments: [digits('5'), 30, 'EUR'],
    address: ESCROW,
    chainId: 777_003,
    callData: '0x0102',
    value: '0',
    gasLimit: 100_000,
    effect: 'capture',
    payment: {
      transactionId,
      amount: 30n,
      currency: 'EUR',
      heldUntil: null,
      pointers: { amount: '/arguments/1', currency: '/arguments/2' },
    },
    requestHash: hashOf('release'),
    cause: causeOf(),
  });
  const { id } = accepted;
  await ledger.run(passExecution, { id, result: null });
  await ledger.run(sendExecution, { id });
  const order = ledger.database.raw
    .prepare<[string], string>('SELECT chain_transaction_id FROM contract_executions WHERE id = ?')
    .pluck()
    .get(id);
  await includeInBlock(ledger, { chain, id: order ?? '', nonce: 1, digit: 'f' });
  const block = { blockNumber: 7, blockHash: digits('d'), gasUsed: '50000', logs: [] };
  const receipt = { transactionHash: digits('f'), from: BANK, nonce: 1, ...block };
  const ended = await ledger.run(settleExecution, { id, receipt });
  if (ended.settlement !== 'done') throw new Error('the hold was not booked');
  return transactionId;
}
