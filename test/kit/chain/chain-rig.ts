// A ledger with its worker, a real development chain, and a connection between them that a test can
// cut, for tests of anchoring and signing.

import { createServer, connect as dial, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChainConfig } from '../../../bank/config/settings.ts';
import { readConfig } from '../../../bank/config/settings.ts';
import { type Chain, openChain } from '../../../bank/opening/chain.ts';
import { type ChainTransaction, findChainTransaction } from '../../../db/chain/order-reads.ts';
import type { ChainOrder } from '../../../db/chain/orders.ts';
import { orderOnChain } from '../../../db/chain/signer-acts.ts';
import type { ChainTransactionStatus } from '../../../ledger/anchor.ts';
import { chainSignerId } from '../../../ledger/workflow-id.ts';
import { CHECK_AGAIN } from '../../../workflows/messages.ts';
import { ensurePermanent } from '../../../workflows/start.ts';
import { openRig, type Rig, type RigOptions } from '../workflows/rig.ts';
import { openTestChain, type TestChain } from './anvil.ts';

/** A TCP relay in front of the node. */
export interface Relay {
  readonly url: string;
  /** Refuses new connections and drops open ones. */
  cut(): void;
  mend(): void;
  /** Drops the next answers after the node has carried out the requests. */
  loseAnswers(lose: boolean): void;
  /** Delays every answer by `ms`. */
  delayAnswers(ms: number): void;
  /**
   * Sends these bytes of an HTTP response instead of the node's answers; null lets the node answer.
   */
  answerWith(response: string | null): void;
  /** Forwards to another port; null forwards to the node again. */
  redirect(port: number | null): void;
  /** Returns the number of refused connections. */
  countRefused(): number;
  close(): void;
}

/**
 * @param portOf returns the target port; called for each connection, because the target may change
 */
export async function openRelay(portOf: () => number): Promise<Relay> {
  const sockets = new Set<Socket>();
  let isCut = false;
  let losesAnswers = false;
  let delayMs = 0;
  let fixedResult: string | null = null;
  let refusedCount = 0;
  let otherPort: number | null = null;
  const server = createServer((inside) => {
    if (isCut) {
      refusedCount += 1;
      return void inside.destroy();
    }
    if (fixedResult !== null) {
      const response = fixedResult;
      inside.on('error', () => {}).once('data', () => inside.end(response));
      return;
    }
    const outside = dial(otherPort ?? portOf(), '127.0.0.1');
    for (const socket of [inside, outside]) {
      sockets.add(socket);
      socket
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(socket);
          inside.destroy();
          outside.destroy();
        });
    }
    inside.pipe(outside);
    outside.on('data', (bytes) => {
      if (losesAnswers) inside.destroy();
      else if (delayMs === 0) inside.write(bytes);
      else setTimeout(() => inside.destroyed || inside.write(bytes), delayMs);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  const address = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${address.port}`,
    cut,
    mend() {
      isCut = false;
    },
    delayAnswers(ms) {
      delayMs = ms;
    },
    answerWith(response) {
      fixedResult = response;
      for (const socket of sockets) socket.destroy();
    },
    redirect(port) {
      otherPort = port;
      for (const socket of sockets) socket.destroy();
    },
    countRefused: () => refusedCount,
    loseAnswers(lose) {
      losesAnswers = lose;
    },
    close() {
      cut();
      server.close();
    },
  };
}

export interface ChainRig extends Rig {
  readonly node: TestChain;
  readonly relay: Relay;
  readonly chain: Chain;
  /** Signals the signer. */
  signalSigner(): Promise<void>;
  /** Writes an order and signals the signer. */
  placeOrder(fields?: Partial<ChainOrder>): Promise<string>;
  /** Waits until the order has this state; fails after a minute. */
  waitForStatus(id: string, status: ChainTransactionStatus): Promise<ChainTransaction>;
}

export interface ChainRigOptions extends Omit<RigOptions, 'chain'> {
  readonly flags?: readonly string[];
  readonly settings?: Partial<ChainConfig>;
  /**
   * Milliseconds between attempts after an error, 200 by default, so that an hour of attempts
   * passes in seconds.
   */
  readonly troubleMs?: number;
  /** Further addresses of the chain, after that of the rig's node. */
  readonly fallbackUrls?: readonly string[];
}

/** Short intervals, because a development chain answers in milliseconds. */
const PACE = {
  minPauseMs: 0,
  unincludedPauseMs: 200,
  finalityPauseMs: 300,
  displacedAfterMs: 1_000,
  sendAgainAfterMs: 1_000,
};
const SINK = `0x${'5'.repeat(40)}`;
let orders = 0;

/** Polls until `look` returns a result; the error has the label of the missing result. */
export async function pollUntil<T>(
  label: string,
  readState: () => Promise<T | null | undefined | false>,
  limitMs = 60_000,
): Promise<T> {
  for (const from = performance.now(); performance.now() - from < limitMs; await sleep(50)) {
    const state = await readState();
    if (state) return state;
  }
  throw new Error(`${label}: not within ${limitMs} ms`);
}

export async function openChainRig(options: ChainRigOptions): Promise<ChainRig> {
  const { flags = [], settings = {}, troubleMs = 200, fallbackUrls = [], ...rest } = options;
  const node = await openTestChain(flags);
  const relay = await openRelay(() => node.port);
  const { chain: defaults } = readConfig({});
  const rpcUrls = [relay.url, ...fallbackUrls];
  const openedChain = openChain({ ...defaults, rpcUrls, ...settings }, 'sandbox');
  if (!openedChain) throw new Error('these settings name no chain');
  const chain = { ...openedChain, troubleMs, pace: PACE };
  const rig = await openRig({ ...rest, chain });
  const signerId = chainSignerId(rig.ledger.taskQueue);
  await ensurePermanent(rig.starter, {
    workflowId: signerId,
    type: 'chainSigner',
    args: [],
    staticSummary: 'test',
    staticDetails: 'test',
  });
  const signalSigner = () => rig.client.workflow.getHandle(signerId).signal(CHECK_AGAIN);
  return {
    ...rig,
    node,
    relay,
    chain,
    signalSigner,
    async placeOrder(fields = {}) {
      orders += 1;
      const id = await rig.faultFreeLedger.run(orderOnChain, {
        kind: 'execution',
        objectId: `exe_${orders}`,
        to: SINK,
        data: Buffer.alloc(0),
        value: 1n,
        gas: null,
        notify: null,
        ...fields,
      });
      await signalSigner();
      return id;
    },
    waitForStatus: (id, status) =>
      pollUntil(`${id} ${status}`, async () => {
        const row = await findChainTransaction(rig.faultFreeLedger, id);
        return row?.status === status && row;
      }),
    async close() {
      await rig.client.workflow.getHandle(signerId).terminate('the test is over');
      await rig.close();
      relay.close();
      await node.close();
    },
  };
}
