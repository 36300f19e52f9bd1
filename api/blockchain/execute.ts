// POST /v1/blockchain/contracts/{name}/functions/{function}/execute: simulates a call, accepts it,
// and leaves the execution to a workflow.

import { createRoute, type z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { findExecution, findExecutionByKey } from '../../db/executions/reads.ts';
import { acceptExecution } from '../../db/executions/rows.ts';
import type { Cause } from '../../db/kernel/cause.ts';
import { ensureWorkflow, type SubjectOf } from '../../workflows/record-workflows.ts';
import type { AppEnv, Deps, Services } from '../kit/context.ts';
import { Problem } from '../kit/errors.ts';
import { setEtag } from '../kit/etag.ts';
import { causeOf, hashRequest, requireKey } from '../kit/idempotency.ts';
import { developerOf, operation } from '../kit/operation.ts';
import { jsonAnswer, jsonBody } from '../kit/schemas.ts';
import { readContractCaller } from './contract-caller.ts';
import {
  type Caller,
  type CallTarget,
  callAsParty,
  paymentOf,
  requireFunction,
} from './contract-request.ts';
import { callBody, executionSchema, functionPath } from './contract-schema.ts';

const START_TIMEOUT_MS = 3_000;

const route = createRoute({
  method: 'post',
  path: '/v1/blockchain/contracts/{name}/functions/{function}/execute',
  operationId: 'executeContractFunction',
  bindsKey: true,
  tags: ['blockchain'],
  summary: 'Execute a function on the chain',
  description:
    'The execution is simulated first: when the contract refuses, the answer is 422 and ' +
    'nothing is accepted. Then a workflow sends it; read the execution at `Location`. ' +
    'Where `effect` is `capture` or `release`, the hold of `transactionId` is booked or ' +
    'released once the chain is final; until then no other caller can capture or cancel it.',
  request: {
    params: functionPath,
    body: jsonBody(callBody),
  },
  responses: {
    202: jsonAnswer('Accepted; for a replay, the execution in its present state.', executionSchema),
  },
});

export const executeFunction = operation('contracts:execute', route, (deps) => async (c) => {
  const cause = causeOf(c);
  requireKey(developerOf(c).environment, cause);
  const target = requireFunction(c.req.valid('param'));
  const body = c.req.valid('json');
  const { developerId } = developerOf(c);
  const isForeign = body.developerId !== undefined && body.developerId !== developerId;
  const { idempotencyKey: key } = cause;
  // Idempotency keys of two developers are separate.
  const keyedCause =
    isForeign && key !== null ? { ...cause, idempotencyKey: `${developerId}/${key}` } : cause;
  // A code is valid once, so a repeated request has another one: the hash leaves it out.
  const { signer, ...call } = body;
  const signedCall = { ...call, signer: signer?.customerId ?? null };
  const order = { target, body, cause: keyedCause, hash: hashRequest(signer ? signedCall : body) };
  const caller = await readContractCaller(c, deps, body);
  const { execution } = await execute(c, deps, caller, order);
  return c.json(execution, 202);
});

interface Order {
  readonly target: CallTarget;
  readonly body: z.infer<typeof callBody>;
  readonly cause: Cause;
  readonly hash: Buffer;
}

/** Simulates a call, accepts it and hands it to its workflow; answers with the execution. */
export async function execute(c: Context<AppEnv>, deps: Deps, caller: Caller, order: Order) {
  const { target, body, cause, hash } = order;
  if (target.called.mode === 'view') {
    throw new Problem(
      'function_not_allowed',
      `${target.called.name} only reads: call its simulate operation instead.`,
    );
  }
  const { services, tenantId } = caller;
  const names = { tenantId, contract: target.contract.name, function: target.called.name };
  const { idempotencyKey: key } = cause;
  let boundExecution =
    key === null ? null : await findExecutionByKey(services.ledger, { ...names, key });
  if (boundExecution && !boundExecution.requestHash.equals(hash))
    throw keyReused(boundExecution.id);
  const isReplay = boundExecution !== null;
  if (!boundExecution) {
    const { checked } = await callAsParty(caller, target, body);
    const payment = paymentOf(target, checked);
    const { call, contracts } = checked;
    const { id } = await services.ledger.run(acceptExecution, {
      ...names,
      arguments: body.arguments,
      address: call.to,
      chainId: contracts.chainId,
      callData: call.data,
      value: call.value.toString(),
      gasLimit: target.called.maxGas,
      effect: target.called.effect,
      payment,
      requestHash: hash,
      cause,
    });
    boundExecution = { id, requestHash: hash };
    deps.failPoint('after-execution-accept');
  }
  await start(services, {
    id: boundExecution.id,
    tenantId,
    call: `${names.contract}/${names.function}`,
  });
  const execution = await findExecution(services.ledger, tenantId, boundExecution.id);
  if (!execution) throw new Problem('execution_not_found');
  if (isReplay) c.header('Idempotency-Replayed', 'true');
  c.header('Location', `/v1/blockchain/executions/${execution.id}`);
  setEtag(c, execution);
  return { execution, isReplay };
}

function keyReused(existingId: string): Problem {
  return new Problem('idempotency_key_reused', undefined, { existingId });
}

/**
 * Starts the workflow of an execution. When that fails, the sweeper starts it from the stored row.
 */
async function start(services: Services, execution: SubjectOf<'execution'>): Promise<void> {
  const target = services.workflowTarget();
  if (!target) return;
  try {
    const startBy = Date.now() + START_TIMEOUT_MS;
    await target.client.withDeadline(startBy, () => ensureWorkflow(target, 'execution', execution));
  } catch {
    // Temporal is not available.
  }
}
