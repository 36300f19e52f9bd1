// GET /v1/ops/models/alarms: alarms about models in force whose live figures are worse than promised.

import { createRoute, z } from '@hono/zod-openapi';
import { developerOfTenant } from '../../../db/kernel/tenant.ts';
import { listModelAlarms as readAlarms } from '../../../db/model-alarms/reads.ts';
import { operation } from '../../kit/operation.ts';
import { listBody, pageOrder, pageQuery } from '../../kit/page.ts';
import { jsonAnswer, listOf } from '../../kit/schemas.ts';
import { alarmSchema } from '../../models/alarm-schema.ts';
import { environmentField } from '../kit/environment.ts';

const route = createRoute({
  method: 'get',
  path: '/v1/ops/models/alarms',
  operationId: 'listModelAlarms',
  tags: ['ops'],
  summary: 'List alarms about models in force, newest first',
  description:
    'One alarm per episode: it opens when a figure is significantly worse than promised, ' +
    'and closes when the figure recovers or the version no longer decides. Checked once a ' +
    "day by each developer's clock.",
  request: {
    query: pageQuery.extend({
      environment: environmentField,
      status: z.enum(['open', 'closed', 'any']).default('open'),
    }),
  },
  responses: {
    200: jsonAnswer('A page of alarms.', listOf(alarmSchema)),
  },
});

export const listModelAlarms = operation('operator', route, (deps) => async (c) => {
  const { environment, status, ...query } = c.req.valid('query');
  const order = { ...pageOrder('modelAlarm', query), status };
  const page = await readAlarms(deps.environments[environment].ledger, order);
  const data = page.data.map((alarm) => {
    return { ...alarm, developerId: developerOfTenant(alarm.developerId) };
  });
  return c.json(listBody({ ...page, data }), 200);
});
