// Runs escrows beside the other work of a run: a hold, its deposit in the contract, and the release
// that books the hold. The bank has to complete each execution in spite of the kills.

import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientLog } from '../client-log.ts';
import { type AnswerBody, type HttpClient, PATIENCE_MS } from '../http-client.ts';
import type { Random } from '../random.ts';
import type { SideAct } from './load.ts';

const ARBITER = 'bank';
const FUNCTIONS = '/v1/blockchain/contracts/escrow/functions';
const PAYEE = 'Escrow payee';
const RETRY_MS = 200;
const AN_HOUR_S = 3_600;
/** A killed development chain may have lost the deposit when the release is executed. */
const MAX_TRIES = 5;
/**
 * The chain was killed while it wrote its file and started with a new state, so the escrow is lost.
 */
const isGone = (body: AnswerBody) =>
  body.code === 'contract_reverted' && body.revert?.args?.state === 'none';

export interface EscrowDeps {
  readonly http: HttpClient;
  readonly log: ClientLog;
  readonly giveUp: AbortSignal;
  readonly buyer: string;
  readonly seller: string;
  readonly acts: SideAct[];
}

/** Returns a function that runs one escrow. */
export function createEscrowWork(deps: EscrowDeps) {
  const { http, log, giveUp, buyer, seller, acts } = deps;

  /** Returns the id of the execution, or null when the contract does not know the escrow. */
  async function accept(key: string, name: string, body: object): Promise<string | null> {
    for (const from = performance.now(); performance.now() - from < PATIENCE_MS; ) {
      giveUp.throwIfAborted();
      const path = `${FUNCTIONS}/${name}/execute`;
      const reply = await http.send({ path, body, idempotencyKey: key });
      if (reply.kind === 'answer' && reply.status === 202 && reply.body.id) return reply.body.id;
      if (reply.kind === 'answer' && name === 'release' && isGone(reply.body)) return null;
      const isRefused = reply.kind === 'answer' && reply.status >= 400 && reply.status < 500;
      if (isRefused && reply.status !== 429 && reply.body.code !== 'idempotency_in_progress') {
        throw new Error(`${key}: ${name} is refused: ${JSON.stringify(reply.body)}`);
      }
      await sleep(RETRY_MS);
    }
    throw new Error(`${key}: ${name} is not accepted`);
  }

  /** The answer to a hold is pending, so its outcome is not known yet. */
  async function openHold(key: string, order: object): Promise<string> {
    for (const from = performance.now(); performance.now() - from < PATIENCE_MS; ) {
      giveUp.throwIfAborted();
      const reply = await http.send({ path: '/v1/transactions', body: order, idempotencyKey: key });
      const body = reply.kind === 'answer' ? reply.body : {};
      if (body.stage === 'place_hold' && body.id) return body.id;
      await sleep(RETRY_MS);
    }
    throw new Error(`${key}: no hold was placed`);
  }

  async function cancelHold(key: string, id: string): Promise<void> {
    for (const from = performance.now(); performance.now() - from < PATIENCE_MS; ) {
      giveUp.throwIfAborted();
      const path = `/v1/transactions/${id}/cancel`;
      const reply = await http.send({ path, body: {}, idempotencyKey: `${key}-cancel` });
      if (reply.kind === 'answer' && reply.body.status === 'canceled') return;
      await sleep(RETRY_MS);
    }
    throw new Error(`${key}: the hold was not canceled`);
  }

  async function waitForEnd(id: string): Promise<string> {
    for (const from = performance.now(); performance.now() - from < PATIENCE_MS; ) {
      giveUp.throwIfAborted();
      const { status } = await http.read<{ status: string }>(`/v1/blockchain/executions/${id}`);
      if (status === 'final' || status === 'reverted' || status === 'failed') return status;
      await sleep(RETRY_MS);
    }
    throw new Error(`${id} does not end`);
  }

  /** Returns true when the execution is final, or null when the chain of the escrow is lost. */
  async function execute(key: string, name: string, body: object): Promise<boolean | null> {
    for (let tries = 1; tries <= MAX_TRIES; tries++) {
      const id = await accept(`${key}-${name}-${tries}`, name, body);
      if (id === null) return null;
      if ((await waitForEnd(id)) === 'final') return true;
    }
    log.reportProblem(`${key}: ${name} did not become final in ${MAX_TRIES} tries`);
    return false;
  }

  /** Returns the payee's API key, which is made once and then found by its name. */
  async function createPayeeKey(): Promise<string> {
    const path = '/v1/developer/keys';
    const keys = await http.read<{ data: { id: string; name: string }[] }>(`${path}?limit=100`);
    const existingKey = keys.data.find(({ name }) => name === PAYEE);
    if (existingKey) return existingKey.id;
    const body = { name: PAYEE, environment: 'sandbox', scopes: ['contracts:execute'] };
    for (;;) {
      giveUp.throwIfAborted();
      const reply = await http.send({ path, body, idempotencyKey: PAYEE });
      if (reply.kind === 'answer' && reply.status === 201) return String(reply.body.id);
      await sleep(RETRY_MS);
    }
  }

  return async (random: Random, key: string): Promise<void> => {
    const amount = random.whole(1, 400);
    const sides = { sourceAccountId: buyer, destinationAccountId: seller };
    const order = { type: 'transfer', amount, currency: 'EUR', capture: 'manual', ...sides };
    const transactionId = await openHold(key, order);
    const escrow = `0x${createHash('sha256').update(transactionId).digest('hex')}`;
    const terms = [escrow, amount, 'EUR'];
    const deadline = Math.floor(Date.now() / 1000) + AN_HOUR_S;
    const parties = [await createPayeeKey(), ARBITER];
    const deposit = { transactionId, arguments: [...terms, deadline, ...parties] };
    const isThere = await execute(key, 'deposit', deposit);
    const released =
      isThere && (await execute(key, 'release', { transactionId, arguments: terms }));
    // Without the escrow only its expiry would end the hold, so the client cancels it.
    if (released === null) await cancelHold(key, transactionId);
    const done = released === true;
    const moves = done ? { [buyer]: -amount, [seller]: amount } : {};
    acts.push({ kind: 'transfer', key, id: transactionId, posted: done, moves });
  };
}

/** Waits until the contract is deployed; returns false on a machine without a development chain. */
export async function hasEscrow(http: HttpClient): Promise<boolean> {
  for (let tries = 0; tries < 150; tries++) {
    const contract = await http.read<{ status: string }>('/v1/blockchain/contracts/escrow');
    if (contract.status === 'available') return true;
    if (contract.status === 'not_configured') return false;
    await sleep(RETRY_MS);
  }
  return false;
}
