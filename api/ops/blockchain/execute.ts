// POST /v1/ops/contracts/{name}/functions/{function}/execute: the calls of the bank in an agreement
// that names it as arbiter or approver. An operator can call no other function of a contract.

import { createRoute, z } from '@hono/zod-openapi';
import { BANK } from '../../../chain/registry.ts';
import { tenantOf } from '../../../db/kernel/tenant.ts';
import { requireFunction } from '../../blockchain/contract-request.ts';
import { executionSchema, functionPath } from '../../blockchain/contract-schema.ts';
import { execute } from '../../blockchain/execute.ts';
import { Problem } from '../../kit/errors.ts';
import { hashRequest, operatorCauseOf, requireKey } from '../../kit/idempotency.ts';
import { operation, operatorOf } from '../../kit/operation.ts';
import { idSchema, jsonAnswer, jsonBody, textSchema } from '../../kit/schemas.ts';
import { environmentField } from '../kit/environment.ts';

const bodySchema = z
  .strictObject({
    environment: environmentField,
    developerId: idSchema('developer'),
    arguments: z
      .array(z.unknown())
      .max(20)
      .openapi({
        description: 'Arguments in the order of the contract.',
        example: [`0x${'11'.repeat(32)}`, true],
      }),
    reason: textSchema(500).min(1).openapi({ description: 'For the audit log.' }),
  })
  .openapi('OperatorContractCall');

const route = createRoute({
  method: 'post',
  path: '/v1/ops/contracts/{name}/functions/{function}/execute',
  operationId: 'executeContractFunctionAsOperator',
  tags: ['ops'],
  summary: 'Rule a dispute, or approve a milestone, on behalf of the bank',
  description:
    '`escrow/rule` and `disbursement/approve`, where the agreement names `bank`; the ' +
    'contract refuses it everywhere else. The ruling moves no money; a party executes it.',
  request: {
    params: functionPath,
    body: jsonBody(bodySchema),
  },
  responses: {
    202: jsonAnswer('Accepted; for a replay, the execution in its present state.', executionSchema),
  },
});

/** A ruling and an approval name no party. */
const FIND_NOBODY = async () => null;

export const executeFunctionAsOperator = operation('operator', route, (deps) => async (c) => {
  const body = c.req.valid('json');
  const { environment, developerId, reason } = body;
  const operatorCause = operatorCauseOf(c);
  requireKey(environment, operatorCause);
  const target = requireFunction(c.req.valid('param'));
  if (!target.called.isForBank) {
    const detail = `${target.called.name} is an act of the parties: only they can do it.`;
    throw new Problem('function_not_allowed', detail);
  }
  const developer = await deps.platform.findDeveloper(developerId);
  if (!developer) throw new Problem('not_found');
  const tenantId = tenantOf(developerId, environment, developer.sandboxEpoch);
  const services = deps.environments[environment];
  // The prefix separates the idempotency keys of operators from those of developers.
  const { idempotencyKey: key } = operatorCause;
  const cause = { ...operatorCause, idempotencyKey: key === null ? null : `ops/${key}` };
  const caller = { services, tenantId, actors: [BANK], partyOf: FIND_NOBODY };
  const order = { target, body: { arguments: body.arguments }, cause, hash: hashRequest(body) };
  const { execution, isReplay } = await execute(c, deps, caller, order);
  if (isReplay) return c.json(execution, 202);
  await deps.platform.record({
    actor: operatorOf(c).operatorId,
    action: `contract.${target.contract.name}.${target.called.name}`,
    objectId: execution.id,
    environment,
    detail: { developerId, arguments: body.arguments, reason },
  });
  return c.json(execution, 202);
});
