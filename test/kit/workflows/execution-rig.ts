// Executions of smart-contract functions on a rig with a chain, accepted as the API accepts them;
// no workflow runs unless a test starts it.

import { checkArguments } from '../../../chain/arguments.ts';
import { encodeCall } from '../../../chain/contract-call.ts';
import { findContract, findFunction } from '../../../chain/registry.ts';
import { contractPlace, orderDeployments } from '../../../db/chain/contract-addresses.ts';
import { readExecution } from '../../../db/executions/reads.ts';
import { acceptExecution as accept, type ExecutionDraft } from '../../../db/executions/rows.ts';
import type { ExecutionRow } from '../../../db/executions/view.ts';
import type { ExecutionStatus } from '../../../ledger/execution.ts';
import { executionWorkflowId } from '../../../ledger/workflow-id.ts';
import { ensureWorkflow } from '../../../workflows/record-workflows.ts';
import { cause, TENANT } from '../bank/books.ts';
import { type ChainRig, pollUntil } from '../chain/chain-rig.ts';
import { ARBITER, idOf } from '../chain/contracts.ts';

const HASH = Buffer.alloc(32, 9);
const ACTOR = 'key_depositor';
/** The parties other than the depositor. */
export const PARTIES = ['key_beneficiary', ARBITER] as const;

export interface Order {
  /** `disbursement/pay`. */
  readonly path: string;
  readonly arguments: readonly unknown[];
  /** Left out for the depositor. */
  readonly actor?: string;
  /** The hold of the execution, with its amount in EUR. */
  readonly payment?: { readonly transactionId: string; readonly amount: bigint };
}

/** Waits until the contracts are deployed on the rig's chain. */
export async function deployContracts(rig: ChainRig): Promise<void> {
  await pollUntil(
    'the chain is met',
    async () => (await orderDeployments(rig.faultFreeLedger, {})) > 0,
  );
  await rig.signalSigner();
  for (const name of ['escrow', 'disbursement']) {
    await pollUntil(`${name} is deployed`, () => findContractPlace(rig, name));
  }
}

function findContractPlace(rig: ChainRig, name: string) {
  const contract = findContract(name);
  if (!contract) throw new Error(`no contract ${name}`);
  return contractPlace(rig.faultFreeLedger, contract, {});
}

const POINTERS = { amount: '/arguments/1', currency: '/arguments/2' };

/** Accepts an execution; its workflow is not started. */
export async function acceptExecution(rig: ChainRig, order: Order): Promise<string> {
  const [name = '', functionName = ''] = order.path.split('/');
  const contract = findContract(name);
  const called = contract && findFunction(contract, functionName);
  const place = await findContractPlace(rig, name);
  if (!called || !place) throw new Error(`${order.path} cannot be called`);
  const transactionId = order.payment?.transactionId ?? null;
  const checked = checkArguments(called, order.arguments, {
    ...{ tenantId: TENANT, transactionId, actor: order.actor ?? ACTOR },
  });
  if (!checked.ok) throw new Error(JSON.stringify(checked.faults));
  const draft: ExecutionDraft = {
    tenantId: TENANT,
    contract: name,
    function: functionName,
    arguments: order.arguments,
    address: place.address,
    chainId: rig.chain.chainId,
    callData: encodeCall(called, checked.values),
    value: '0',
    gasLimit: called.maxGas,
    effect: called.effect,
    payment: order.payment
      ? { ...order.payment, currency: 'EUR', heldUntil: null, pointers: POINTERS }
      : null,
    requestHash: HASH,
    cause,
  };
  const { id } = await rig.faultFreeLedger.run(accept, draft);
  return id;
}

/** Starts the workflow and returns its final state. */
export async function runExecution(rig: ChainRig, id: string): Promise<ExecutionStatus> {
  await ensureWorkflow(rig.starter, 'execution', id);
  const handle = rig.client.workflow.getHandle(executionWorkflowId(id));
  return (await handle.result()) as ExecutionStatus;
}

export async function readExecutionRow(rig: ChainRig, id: string): Promise<ExecutionRow> {
  const row = await readExecution(rig.faultFreeLedger, id);
  if (!row) throw new Error(`no execution ${id}`);
  return row;
}

export interface HeldTransfer {
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

/** Makes a transfer whose hold is placed and whose workflow waits. */
export async function placeHold(rig: ChainRig, amount: number): Promise<HeldTransfer> {
  const pair = await rig.openPair(1_000);
  const sides = { sourceAccountId: pair.from, destinationAccountId: pair.to };
  const { id } = await rig.accept({ amount, capture: 'manual', ...sides });
  await ensureWorkflow(rig.starter, 'transfer', id);
  await pollUntil('the hold is placed', async () => {
    return (await rig.find(id)).transaction.stage === 'place_hold';
  });
  return { id, ...pair };
}

/** Creates a disbursement plan by date whose tranches of 100 are all due. */
export async function createPlan(rig: ChainRig, tranches: number): Promise<string> {
  const planId = idOf(`plan ${process.pid} ${Math.random()}`);
  const all = Array.from({ length: tranches }, () => 100);
  const id = await acceptExecution(rig, {
    path: 'disbursement/plan',
    arguments: [planId, 'EUR', ...PARTIES, false, all, all.map(() => 0)],
  });
  const ended = await runExecution(rig, id);
  if (ended !== 'final') throw new Error(`the execution of the plan ended as ${ended}`);
  return planId;
}
