// POST /v1/sandbox/simulations/approval-decision: simulates a second person's decision about a
// transaction of the developer's own, so that no payment waits for staff of a sandbox.

import { createRoute, z } from '@hono/zod-openapi';
import { decideApproval } from '../../db/approvals/acts.ts';
import { APPROVAL } from '../../workflows/messages.ts';
import { carryOutDecision } from '../kit/carry-out-decision.ts';
import { developerOf, operation } from '../kit/operation.ts';
import { jsonBody } from '../kit/schemas.ts';
import { sandboxServices } from './sandbox-services.ts';
import {
  answerDecided,
  causeOfSimulation,
  decidedResponses,
  SIMULATION,
  simulatedFields,
} from './simulated-decision.ts';

const { transactionId, reason } = simulatedFields;

const approvalBody = z
  .strictObject({ transactionId, decision: z.enum(['granted', 'denied']), reason })
  .openapi('ApprovalDecisionSimulation');

const approvalRoute = createRoute({
  method: 'post',
  path: '/v1/sandbox/simulations/approval-decision',
  operationId: 'simulateApprovalDecision',
  tags: ['sandbox'],
  summary: 'Simulate the decision of a second person about a transaction',
  description:
    'A transaction in `pending_approval` is booked, or declined with `approval_denied`. In ' +
    'production an operator decides, or another credential of yours (`…/approve`, `…/reject`).',
  request: { body: jsonBody(approvalBody) },
  responses: decidedResponses,
});

export const simulateApprovalDecision = operation('transactions:write', approvalRoute, (deps) => {
  return async (c) => {
    const order = c.req.valid('json');
    const { transactionId: id } = order;
    const services = sandboxServices(c, deps);
    const { tenantId } = developerOf(c);
    const ofDeveloper = { tenantId, credentials: [] };
    const decidedFields = { decidedBy: SIMULATION, ofDeveloper, cause: causeOfSimulation(c) };
    await services.ledger.run(decideApproval, { ...order, ...decidedFields });
    await carryOutDecision(services, APPROVAL, id);
    return c.json(await answerDecided(c, services, tenantId, id), 200);
  };
});
