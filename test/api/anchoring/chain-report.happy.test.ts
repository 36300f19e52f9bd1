// The report on the chain and its metrics for operators: without a chain, with a chain, and after
// the chain became unreachable.

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signCheckpoint } from '../../../db/log/checkpoints.ts';
import { chainAnchoringId, chainSignerId } from '../../../ledger/workflow-id.ts';
import { CHECK_AGAIN } from '../../../workflows/messages.ts';
import {
  hasModule,
  OPERATOR_KEY,
  openAccounts,
  register,
  type TestBank,
} from '../../kit/bank/bank.ts';
import { openCheckedBank } from '../../kit/bank/checked-bank.ts';
import { type ContractBank, openContractBank } from '../../kit/bank/contract-bank.ts';
import { hasAnvil } from '../../kit/chain/anvil.ts';

async function reportOf(bank: TestBank, environment = 'sandbox') {
  const path = `/v1/ops/chain?environment=${environment}`;
  return (await bank.call(path, { key: OPERATOR_KEY })).body;
}

async function metricOf(bank: TestBank, name: string): Promise<string | undefined> {
  const answer = await fetch(`http://127.0.0.1:${bank.bank.adminPort}/metrics`);
  const lines = (await answer.text()).split('\n');
  return lines.find((line) => line.startsWith(name))?.split(' ')[1];
}

const SANDBOX = '{environment="sandbox"}';

describe('the chain report without a chain', () => {
  let bank: TestBank;
  beforeAll(async () => {
    bank = await openCheckedBank();
  });
  afterAll(() => bank.close());

  it('reports that no chain is configured, counts the signed checkpoints and shows no lag', async () => {
    const { key } = await register(bank);
    await openAccounts(bank, key, [100]);
    const { ledger } = bank.bank.environments.sandbox;
    const reportBefore = await reportOf(bank);
    expect(reportBefore).toMatchObject({
      object: 'chain_report',
      environment: 'sandbox',
      status: 'not_configured',
      problems: [],
      chain: null,
      newestAnchor: null,
      stuck: [],
      anchoring: { leaves: 1, signedLeaves: 0, confirmedLeaves: 0, lag: null },
    });
    expect(await metricOf(bank, `kontor_log_unsigned_leaves${SANDBOX}`)).toBe('1');
    expect(await metricOf(bank, 'kontor_anchor_lag')).toBeUndefined();
    const signed = await ledger.run(signCheckpoint, null);
    const reportAfter = await reportOf(bank);
    expect(reportAfter.anchoring.signedLeaves).toBe(1);
    expect(reportAfter.newestCheckpoint).toEqual({
      id: signed?.id,
      treeSize: 1,
      signedAt: signed?.signedAt,
    });
    expect(await metricOf(bank, `kontor_log_unsigned_leaves${SANDBOX}`)).toBe('0');
  });
});

describe.runIf(hasAnvil && hasModule('contracts'))('the chain report with a chain', () => {
  let contractBank: ContractBank;
  beforeAll(async () => {
    contractBank = await openContractBank();
  }, 120_000);
  afterAll(() => contractBank.close());

  /** Wakes the workflows, which in this test neither a timer nor a posting wakes. */
  async function wake() {
    const { ledger, client } = contractBank.bank.bank.environments.sandbox;
    for (const id of [chainSignerId(ledger.taskQueue), chainAnchoringId(ledger.taskQueue)]) {
      await client()?.workflow.getHandle(id).signal(CHECK_AGAIN);
    }
  }

  async function pollUntil<T>(label: string, look: () => Promise<T | false>): Promise<T> {
    for (let tries = 0; tries < 900; tries++) {
      const result = await look();
      if (result !== false) return result;
      await wake();
      await sleep(100);
    }
    throw new Error(`${label}: ${JSON.stringify(await reportOf(contractBank.bank))}`);
  }

  it('eventually shows a lag of zero, and names the anchor and its signer', async () => {
    await openAccounts(contractBank.bank, contractBank.key, [100, 200]);
    const report = await pollUntil('no lag', async () => {
      // No timer signs checkpoints in this test.
      await contractBank.bank.bank.environments.sandbox.ledger.run(signCheckpoint, null);
      const report = await reportOf(contractBank.bank);
      return report.anchoring.leaves >= 2 && report.anchoring.lag?.leaves === 0 && report;
    });
    const { leaves } = report.anchoring;
    expect(report).toMatchObject({
      status: 'ok',
      problems: [],
      chain: { state: 'ok', detail: null, chainId: 777_003, finality: 'instant' },
      newestCheckpoint: { treeSize: leaves },
      newestAnchor: { treeSize: leaves, status: 'confirmed' },
      anchoring: { state: 'ok', confirmedLeaves: leaves, lag: { leaves: 0, seconds: 0 } },
    });
    expect(report.chain.address).toMatch(/^0x[0-9a-f]{40}$/);
    expect(report.newestAnchor.txHash).toMatch(/^0x[0-9a-f]{64}$/);
    expect(await metricOf(contractBank.bank, `kontor_anchor_lag_leaves${SANDBOX}`)).toBe('0');
    expect(await metricOf(contractBank.bank, `kontor_chain_ok${SANDBOX}`)).toBe('1');
    expect(await reportOf(contractBank.bank, 'production')).toMatchObject({
      status: 'not_configured',
      chain: null,
      anchoring: { leaves: 0, lag: null },
      newestAnchor: null,
    });
  }, 120_000);

  it('reports an unreachable node without its address, and a growing lag', async () => {
    await contractBank.chain.kill();
    await openAccounts(contractBank.bank, contractBank.key, [300]);
    const report = await pollUntil('attention', async () => {
      await contractBank.bank.bank.environments.sandbox.ledger.run(signCheckpoint, null);
      const report = await reportOf(contractBank.bank);
      const needsAttention =
        report.chain.state === 'unreachable' && report.anchoring.state === 'waiting';
      return needsAttention && report;
    });
    expect(report.status).toBe('attention');
    expect(report.problems.join(' ')).toMatch(/chain is unreachable.*Anchoring is waiting/);
    expect(JSON.stringify(report)).not.toContain('127.0.0.1');
    expect(report.anchoring.lag.leaves).toBeGreaterThan(0);
    expect(await metricOf(contractBank.bank, `kontor_chain_ok${SANDBOX}`)).toBe('0');
    expect(
      Number(await metricOf(contractBank.bank, `kontor_anchor_lag_seconds${SANDBOX}`)),
    ).toBeGreaterThan(0);
    await contractBank.chain.start();
    await pollUntil(
      'ok again',
      async () => (await reportOf(contractBank.bank)).status === 'ok' && true,
    );
  }, 180_000);
});
