// POST /v1/sandbox/reset: the developer continues as another tenant, which owns nothing yet. The
// old data stay in the journal and the log, out of reach; webhook endpoints and schedules that
// would still act are ended.

import { createRoute, z } from '@hono/zod-openapi';
import { actOnSchedule } from '../../db/schedules/acts.ts';
import { listSchedules } from '../../db/schedules/reads.ts';
import { ALL_SCOPES } from '../../identity/scopes.ts';
import { Refusal } from '../../ledger/refusal.ts';
import { requireScopes } from '../developer/key-terms.ts';
import type { BankDeps } from '../kit/context.ts';
import type { EndedSandbox } from '../kit/extension.ts';
import { causeOf, hashRequest } from '../kit/idempotency.ts';
import { developerOf, operation } from '../kit/operation.ts';
import { jsonAnswer, jsonBody } from '../kit/schemas.ts';
import { sandboxServices } from './sandbox-services.ts';

const PAGE_SIZE = 100;

const bodySchema = z
  .strictObject({
    confirm: z
      .literal('reset')
      .openapi({ description: 'The word `reset`, because this cannot be undone.' }),
    epoch: z.number().int().min(0).max(1_000_000).optional().openapi({
      description: 'The epoch to end, 0 at first; nothing is done when it has already ended.',
    }),
  })
  .openapi('SandboxReset');

const resetSchema = z
  .object({
    object: z.literal('sandbox_reset'),
    livemode: z.literal(false),
    epoch: z.number().int().openapi({ description: 'How often the sandbox was reset.' }),
    removedEndpoints: z.number().int(),
    canceledSchedules: z.number().int(),
  })
  .openapi('SandboxResetResult');

const route = createRoute({
  method: 'post',
  path: '/v1/sandbox/reset',
  operationId: 'resetSandbox',
  bindsKey: true,
  tags: ['sandbox'],
  summary: 'Reset the sandbox',
  description:
    'Webhook endpoints and data sets are removed and schedules canceled; afterwards no key ' +
    'of yours can reach earlier objects, and the clock shows real time. API keys stay. ' +
    'Requires a key with every scope. If there is no answer, repeat the request with ' +
    '`epoch`: it continues, or returns its result.',
  request: { body: jsonBody(bodySchema) },
  responses: {
    200: jsonAnswer('The sandbox is empty.', resetSchema),
  },
});

/** Cancels the schedules, which would otherwise make transfers without end. */
async function cancelSchedules({ ledger, tenantId, cause }: EndedSandbox): Promise<number> {
  let count = 0;
  for (const status of ['active', 'paused', 'suspended'] as const) {
    for (let startingAfter: string | null = null; ; ) {
      const filter = { tenantId, status, limit: PAGE_SIZE, startingAfter };
      const { data, hasMore } = await listSchedules(ledger, filter);
      for (const { id: scheduleId } of data) {
        const act = { act: 'cancel', reason: 'The sandbox was reset.' } as const;
        const order = { tenantId, scheduleId, ifVersion: null, cause };
        const reset = { ...order, ...act, requestHash: NO_BODY };
        if (await ledger.run(actOnSchedule, reset).catch(ignoreRefusal)) count += 1;
      }
      startingAfter = data.at(-1)?.id ?? null;
      if (!hasMore) break;
    }
  }
  return count;
}

/** A client may have ended the schedule meanwhile. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Refusal)) throw error;
}

const NO_BODY = hashRequest({});

async function endSandboxWork(deps: BankDeps, endedSandbox: EndedSandbox) {
  let removedEndpoints = 0;
  for (const { endSandbox } of deps.extensions) {
    removedEndpoints += (await endSandbox?.(deps, endedSandbox))?.removedEndpoints ?? 0;
  }
  return { removedEndpoints, canceledSchedules: await cancelSchedules(endedSandbox) };
}

export const resetSandbox = operation('developer:write', route, (deps) => async (c) => {
  const { ledger } = sandboxServices(
    c,
    deps,
    'Only the sandbox can be reset: use a key of the sandbox.',
  );
  const caller = developerOf(c);
  requireScopes(caller, ALL_SCOPES, 'put everything out of reach');
  const { developerId, tenantId, sandboxEpoch, keyId } = caller;
  const resetFields = { object: 'sandbox_reset', livemode: false } as const;
  const { epoch: requestedEpoch = sandboxEpoch } = c.req.valid('json');
  if (requestedEpoch !== sandboxEpoch) {
    const noCounts = { removedEndpoints: 0, canceledSchedules: 0 };
    return c.json({ ...resetFields, epoch: sandboxEpoch, ...noCounts }, 200);
  }
  const sandbox = { ledger, tenantId, cause: { ...causeOf(c), idempotencyKey: null } };
  const first = await endSandboxWork(deps, sandbox);
  deps.failPoint('before-reset');
  const order = { developerId, from: sandboxEpoch, actor: keyId };
  const epoch = await deps.platform.resetSandbox(order);
  // Ends objects that were created while the old sandbox was wound down.
  const endedWork = await endSandboxWork(deps, sandbox);
  const removedEndpoints = first.removedEndpoints + endedWork.removedEndpoints;
  const canceledSchedules = first.canceledSchedules + endedWork.canceledSchedules;
  return c.json({ ...resetFields, epoch, removedEndpoints, canceledSchedules }, 200);
});
