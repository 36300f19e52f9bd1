// Anchoring on a real node: every posting is anchored despite faults of the node, the contract and
// the chain, or the state names the decision that an operator has to make.

import { setTimeout as sleep } from 'node:timers/promises';
import { createWalletClient, type Hex, http } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { anchoringActivities } from '../../activities/anchoring.ts';
import type { Chain } from '../../bank/opening/chain.ts';
import { listPermanentWorkflows } from '../../bank/permanent-workflows.ts';
import { devKey } from '../../chain/dev-keys.ts';
import { encodeAnchor, LATEST_CALL } from '../../chain/ledger-anchor.ts';
import { readAnchoring } from '../../db/chain/anchor-reads.ts';
import { openSeal } from '../../db/kernel/seal.ts';
import { signCheckpoint } from '../../db/log/checkpoints.ts';
import { settleTransactions } from '../../db/money/calls.ts';
import { findTransaction } from '../../db/transactions/reads.ts';
import { chainAnchoringId } from '../../ledger/workflow-id.ts';
import { CHECK_AGAIN } from '../../workflows/messages.ts';
import { ensurePermanent } from '../../workflows/start.ts';
import { TENANT } from '../kit/bank/books.ts';
import { hasAnvil } from '../kit/chain/anvil.ts';
import { type ChainRig, openChainRig, pollUntil } from '../kit/chain/chain-rig.ts';
import { openEndpoint } from '../kit/outside/endpoints.ts';

const temporalAddress = inject('temporalAddress');

describe.runIf(hasAnvil)('anchoring', () => {
  let rig: ChainRig;
  let pair: { readonly from: string; readonly to: string };
  const workflowId = () => chainAnchoringId(rig.ledger.taskQueue);
  const signalCheck = () => rig.client.workflow.getHandle(workflowId()).signal(CHECK_AGAIN);

  beforeAll(async () => {
    rig = await openChainRig({ temporalAddress });
    pair = await rig.openPair(1_000_000);
    for (const workflow of listPermanentWorkflows(rig.faultFreeLedger, rig.chain)) {
      if (workflow.type.startsWith('chain')) await ensurePermanent(rig.starter, workflow);
    }
  });
  afterAll(async () => {
    await rig.client.workflow.getHandle(workflowId()).terminate('the test is over');
    await rig.close();
  });

  async function post(): Promise<string> {
    const { from: sourceAccountId, to: destinationAccountId } = pair;
    const facts = await rig.accept({ amount: 1, sourceAccountId, destinationAccountId });
    await rig.faultFreeLedger.run(settleTransactions, {
      ids: [facts.id],
      workflow: { id: 'test', runId: '' },
    });
    await signalCheck();
    return facts.id;
  }

  const findAnchor = async (id: string) =>
    (await findTransaction(rig.faultFreeLedger, TENANT, id))?.anchor;
  const waitUntilConfirmed = (id: string) =>
    pollUntil(`${id} confirmed`, async () => {
      const anchor = await findAnchor(id);
      return anchor?.status === 'confirmed' && anchor;
    });
  const waitForState = (expected: string) =>
    pollUntil(`anchoring ${expected}`, async () => {
      const anchoring = readAnchoring(rig.faultFreeLedger);
      return anchoring.state === expected && anchoring;
    });
  const listEventSubjects = (type: string) =>
    rig.faultFreeLedger.database.raw
      .prepare<[string], string>('SELECT object_id FROM events WHERE type = ? ORDER BY row')
      .pluck()
      .all(type);

  test('deploys its contract and anchors postings, with their place on the chain', async () => {
    const id = await post();
    const anchor = await waitUntilConfirmed(id);
    expect(anchor.chain).toMatchObject({ network: 'eip155:777003', chainId: 777_003 });
    const receipt = await rig.node.client.getTransactionReceipt({
      hash: anchor.chain?.txHash as Hex,
    });
    expect(receipt).toMatchObject({ status: 'success', to: anchor.chain?.contract });
    expect(anchor.checkpointId).toMatch(/^chk_/);
  });

  test('emits the anchor of every posting once, in the order of the log', async () => {
    await post();
    expect(listEventSubjects('transaction.anchored')).toEqual([]);
    const seal = openSeal(Buffer.alloc(32, 1).toString('base64'), '/nowhere');
    const subscription = { url: 'https://hook.invalid', events: ['transaction.anchored'] };
    await openEndpoint(rig.faultFreeLedger, seal, subscription);
    const ids: string[] = [];
    for (let i = 0; i < 40; i++) ids.push(await post());
    await waitUntilConfirmed(ids.at(-1) ?? '');
    await pollUntil('all emitted', async () => {
      const { toldSize, logSize } = readAnchoring(rig.faultFreeLedger);
      return toldSize === logSize;
    });
    const emitted = listEventSubjects('transaction.anchored');
    expect(new Set(emitted).size).toBe(emitted.length);
    expect(emitted.slice(-40)).toEqual(ids);
    expect(listEventSubjects('checkpoint.anchored').length).toBeGreaterThan(0);
  });

  test('does not take an anchor that arrives between two reads for a refusal', async () => {
    await waitUntilConfirmed(await post());
    const { chain } = rig;
    let callCount = 0;
    const call: Chain['node']['call'] = async (question) => {
      const isFirst = question.data === LATEST_CALL && ++callCount === 1;
      if (!isFirst) return chain.node.call(question);
      // The first answer is the state before the anchor.
      return { kind: 'done', value: `0x${'0'.repeat(192)}` };
    };
    const lateChain: Chain = { ...chain, node: { ...chain.node, call } };
    const step = await anchoringActivities(rig.faultFreeLedger, lateChain).advanceAnchor();
    expect([step.state, step.ordered, callCount]).toEqual(['ok', false, 2]);
    expect(readAnchoring(rig.faultFreeLedger).state).toBe('ok');
  });

  test('resumes when the node returns, and confirms all waiting postings', async () => {
    rig.relay.cut();
    const ids = [await post(), await post(), await post()];
    await waitForState('waiting');
    // A pass that began before the last posting may be the first to wait.
    const isIncluded = async (id: string) => (await findAnchor(id))?.status === 'included';
    for (const id of ids) await pollUntil(`${id} included`, () => isIncluded(id));
    rig.relay.mend();
    for (const id of ids) await waitUntilConfirmed(id);
  });

  test('recovers an anchor whose order was lost', async () => {
    rig.relay.cut();
    const id = await post();
    await waitForState('waiting');
    const checkpoint = await rig.faultFreeLedger.run(signCheckpoint, null);
    const { chain } = (await findAnchor(id)) ?? {};
    expect(chain).toBeNull();
    const contract = rig.faultFreeLedger.database.raw
      .prepare<[], string>('SELECT contract FROM anchors ORDER BY tree_size DESC LIMIT 1')
      .pluck()
      .get();
    const wallet = createWalletClient({
      account: privateKeyToAccount(devKey(0)),
      chain: rig.node.client.chain!,
      transport: http(rig.node.url),
    });
    const root = Buffer.from(checkpoint?.rootHash ?? '', 'hex');
    const data = encodeAnchor(checkpoint?.treeSize ?? 0, root);
    await wallet.sendTransaction({ to: contract as Hex, data });
    rig.relay.mend();
    await waitUntilConfirmed(id);
  });

  test("stops when the contract's code differs from the deployed code, and resumes once it matches", async () => {
    const { contract } = (await waitUntilConfirmed(await post())).chain ?? {};
    const address = contract as Hex;
    const code = await rig.node.client.getCode({ address });
    // The contract answers as before; only one byte after its end differs.
    await rig.node.client.setCode({ address, bytecode: `${code ?? '0x'}00` });
    const id = await post();
    const result = await waitForState('refused');
    expect(result.detail).toContain('is not that of LedgerAnchor');
    // A pass that began before this posting may be the first to stop.
    await pollUntil('included', async () => (await findAnchor(id))?.status === 'included');
    await rig.node.client.setCode({ address, bytecode: code ?? '0x' });
    await signalCheck();
    await waitUntilConfirmed(id);
    await waitForState('ok');
  });

  test('is repeated after a reorganisation', async () => {
    const id = await post();
    await waitUntilConfirmed(id);
    await rig.node.rpc('anvil_rollback', [1]);
    await rig.signalSigner();
    const nextId = await post();
    await waitUntilConfirmed(nextId);
    await waitUntilConfirmed(id);
    const { contract } = (await findAnchor(nextId))?.chain ?? {};
    expect(await rig.node.client.getCode({ address: contract as Hex })).toBeDefined();
  });

  test('deploys its contract again on a chain that was wiped, and marks the old anchors as lost', async () => {
    const before = await post();
    const oldAnchor = await waitUntilConfirmed(before);
    await rig.node.kill();
    rig.node.wipe();
    // Two chains differ in the time of their first block.
    await sleep(1_100);
    await rig.node.start();
    const nextId = await post();
    const newAnchor = await waitUntilConfirmed(nextId);
    expect(newAnchor.chain?.contract).toMatch(/^0x/);
    // The new anchor also covers the postings of the lost anchors.
    const replacement = await waitUntilConfirmed(before);
    expect(replacement.checkpointId).not.toBe(oldAnchor.checkpointId);
    expect(readAnchoring(rig.faultFreeLedger).lostAnchors).toBeGreaterThan(0);
  });

  test('stops with the reason when the contract has an anchor unknown to the ledger', async () => {
    const { contract } = (await findAnchor(await post()))?.chain ?? (await readContract());
    const wallet = createWalletClient({
      account: privateKeyToAccount(devKey(0)),
      chain: rig.node.client.chain!,
      transport: http(rig.node.url),
    });
    const data = encodeAnchor(1_000_000, Buffer.alloc(32, 7));
    await pollUntil('the foreign anchor', () =>
      wallet.sendTransaction({ to: contract as Hex, data }).catch(() => null),
    );
    await signalCheck();
    const result = await waitForState('refused');
    expect(result.detail).toContain('older copy');
  });

  async function readContract() {
    const contract = rig.faultFreeLedger.database.raw
      .prepare<[], string>("SELECT contract FROM anchors WHERE status <> 'lost' LIMIT 1")
      .pluck()
      .get();
    return { contract };
  }
});
