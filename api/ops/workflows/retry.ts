// POST /v1/ops/workflows/{workId}/retry and /end: restarts stuck work, or gives it up. The ledger
// records the completed steps; a new workflow continues from there and repeats none.

import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { cancelBatch } from '../../../db/batches/accept.ts';
import { findBatchFacts } from '../../../db/batches/reads.ts';
import type { EnvironmentName } from '../../../db/kernel/environment.ts';
import { recordMail } from '../../../db/mails/acts.ts';
import type { BackgroundWork } from '../../../db/oversight/background-kind.ts';
import { findBackgroundWork } from '../../../db/oversight/stuck.ts';
import { readRailPayment } from '../../../db/rails/reads.ts';
import { endWorkflow, restartWorkflow, workflowIdOf } from '../../../workflows/restart.ts';
import type { AppEnv, Deps, Services } from '../../kit/context.ts';
import { Problem } from '../../kit/errors.ts';
import { operatorCauseOf } from '../../kit/idempotency.ts';
import { operation, operatorOf } from '../../kit/operation.ts';
import { jsonAnswer } from '../../kit/schemas.ts';
import { actBody } from '../kit/act-body.ts';
import { environmentField } from '../kit/environment.ts';
import { cancelTransaction } from '../transactions/stop.ts';

/** The work by the id of its object. */
export const workParams = z.object({
  workId: z
    .string()
    .max(64)
    .openapi({
      param: { name: 'workId', in: 'path' },
      description: 'Id of a transaction, a batch, an execution, a mail or a training job.',
      example: 'txn_06ayx0rw7mf5w0h1y6k2v3c4d5',
    }),
});

const workSchema = z
  .object({
    object: z.literal('carried_work'),
    environment: environmentField,
    id: z.string(),
    kind: z.string().openapi({ example: 'transaction' }),
    status: z.string(),
    workflowId: z.string(),
    hadWorkflow: z
      .boolean()
      .openapi({ description: 'True when a workflow was running and was ended.' }),
  })
  .openapi('CarriedWork');

const createWorkRoute = (verb: 'retry' | 'end', summary: string, description: string) =>
  createRoute({
    method: 'post',
    path: `/v1/ops/workflows/{workId}/${verb}` as const,
    operationId: `${verb}WorkAsOperator`,
    tags: ['ops'],
    summary,
    description,
    request: { params: workParams, body: actBody('WorkflowAct', {}) },
    responses: {
      200: jsonAnswer('The work in its present state.', workSchema),
    },
  });

const retryRoute = createWorkRoute(
  'retry',
  'Retry stuck work',

  'Ends a running workflow and starts another, which continues from the state in the ' +
    'ledger. Also safe when nothing is stuck.',
);
const endRoute = createWorkRoute(
  'end',
  'Give up stuck work',
  'A transaction that is not booked and a training are canceled, and so is a batch that has not ' +
    'begun. A mail is not tried again. An execution ends unless the chain may have it already.',
);

/** The error in the row of a mail that was given up. */
const GIVEN_UP = 'An operator gave it up. What the mail server had by then may still arrive.';

const NO_WORK = 'No work with a workflow of its own has that id.';

interface WorkOrder {
  readonly environment: EnvironmentName;
  readonly workId: string;
  readonly reason: string;
}

function requireOpenWork(deps: Deps, { environment, workId }: WorkOrder): BackgroundWork {
  const work = findBackgroundWork(deps.environments[environment].ledger, workId);
  if (!work) throw new Problem('not_found', NO_WORK);
  if (work.isOpen) return work;
  throw new Problem('invalid_state_transition', `It is ${work.status}: nothing is left to do.`);
}

function requireStarter(services: Services) {
  const client = services.client();
  if (!client) throw new Problem('workflow_unavailable', undefined, { retryAfterSeconds: 1 });
  return { client, taskQueue: services.ledger.taskQueue, eager: false };
}

async function recordAct(
  c: Context<AppEnv>,
  deps: Deps,
  work: BackgroundWork,
  recordedAct: RecordedAct,
) {
  const { environment, action, reason, hadWorkflow } = recordedAct;
  const { id, kind, object } = work;
  const workflowId = workflowIdOf(kind, id);
  const detail = { reason, workflowId, hadWorkflow };
  const actor = operatorOf(c).operatorId;
  await deps.platform.record({ actor, action, objectId: id, environment, detail });
  const { status } = findBackgroundWork(deps.environments[environment].ledger, id) ?? work;
  const view = { object: 'carried_work' as const, kind: object, environment, id, status };
  return c.json({ ...view, workflowId, hadWorkflow }, 200);
}

interface RecordedAct {
  readonly environment: EnvironmentName;
  readonly action: string;
  readonly reason: string;
  readonly hadWorkflow: boolean;
}

export const retryWork = operation('operator', retryRoute, (deps) => async (c) => {
  const { workId } = c.req.valid('param');
  const { environment, reason } = c.req.valid('json');
  const work = requireOpenWork(deps, { environment, workId, reason });
  const services = deps.environments[environment];
  const { ledger } = services;
  const starter = requireStarter(services);
  const rail = work.kind === 'transaction' ? await readRailPayment(ledger, workId) : null;
  // Temporal keeps this text in clear: the reason itself is in the audit log.
  const actor = operatorOf(c).operatorId;
  const batch = findBatchFacts(ledger, workId);
  const hadWorkflow = await restartWorkflow(
    starter,
    { ...work, batch, hasRail: rail !== null },
    actor,
  );
  return recordAct(c, deps, work, { environment, action: 'work.retried', reason, hadWorkflow });
});

export const endWork = operation('operator', endRoute, (deps) => async (c) => {
  const { workId } = c.req.valid('param');
  const { environment, reason } = c.req.valid('json');
  const work = requireOpenWork(deps, { environment, workId, reason });
  const services = deps.environments[environment];
  const { ledger } = services;
  const starter = requireStarter(services);
  const { kind, id, tenantId } = work;
  const cause = operatorCauseOf(c);
  const endItsWorkflow = () =>
    endWorkflow(starter, workflowIdOf(kind, id), operatorOf(c).operatorId);
  let hadWorkflow: boolean;
  if (kind === 'transaction') {
    // A stuck workflow would take the message without answering it, so it is ended first. The
    // message then starts another workflow.
    hadWorkflow = await endItsWorkflow();
    await cancelTransaction(c, deps, { environment, transactionId: id, reason });
  } else if (kind === 'batch') {
    await ledger.run(cancelBatch, { tenantId, batchId: id, cause });
    hadWorkflow = await endItsWorkflow();
  } else if (kind === 'mail') {
    await ledger.run(recordMail, { id, status: 'failed', error: GIVEN_UP });
    hadWorkflow = await endItsWorkflow();
  } else {
    const giveUp = deps.extensions.map(({ endsWork }) => endsWork?.[kind]).find(Boolean);
    if (!giveUp) throw new Problem('not_found', NO_WORK);
    await giveUp(ledger, { tenantId, id, cause });
    hadWorkflow = await endItsWorkflow();
  }
  return recordAct(c, deps, work, { environment, action: 'work.ended', reason, hadWorkflow });
});
