// GET and POST /v1/sandbox/clock: a developer's time in the sandbox. It only goes forward, and work
// that falls due on the way is done before the answer.

import { setTimeout as sleep } from 'node:timers/promises';
import { createRoute, z } from '@hono/zod-openapi';
import { moveClock } from '../../db/schedules/clock.ts';
import { type ClockReading, readClock } from '../../db/schedules/reads.ts';
import { ensureWorkflow } from '../../workflows/record-workflows.ts';
import type { Services } from '../kit/context.ts';
import { invalidField, Problem } from '../kit/errors.ts';
import { developerOf, operation } from '../kit/operation.ts';
import { jsonBody, timeSchema, timestampSchema, wholeQuery } from '../kit/schemas.ts';
import { sandboxServices } from './sandbox-services.ts';

/** A later time in a request is taken for a typing error. */
const LATEST_TARGET_MS = Date.UTC(2199, 11, 31);
/** 400 days: more than any year. */
const MAX_ADVANCE_MS = 400 * 24 * 60 * 60 * 1000;
const POLL_EVERY_MS = 25;

const clockSchema = z
  .object({
    object: z.literal('clock'),
    livemode: z.literal(false),
    status: z.enum(['running', 'advancing']),
    now: timestampSchema.openapi({ description: 'The current time of the clock.' }),
    realTime: timestampSchema,
    offsetMs: z.number().int().openapi({ description: 'How far the clock is ahead of real time.' }),
    advancingTo: timestampSchema.nullable(),
    driven: z.number().int().openapi({
      description: 'Number of occurrences and holds that the latest move has reached so far.',
    }),
  })
  .openapi('Clock');

const DURATION =
  /^P(?!$)(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?=\d)(?:(\d{1,6})H)?(?:(\d{1,7})M)?(?:(\d{1,9})S)?)?$/;

const bodySchema = z
  .strictObject({
    advanceTo: timeSchema.optional(),
    advanceBy: z
      .string()
      .regex(DURATION, 'Expected an ISO 8601 duration of weeks, days, hours, minutes or seconds.')
      .optional()
      .openapi({ description: 'A day is 24 hours.', example: 'P30D' }),
  })
  .refine((body) => (body.advanceTo === undefined) !== (body.advanceBy === undefined), {
    message: 'Expected exactly one of advanceTo and advanceBy.',
    path: ['advanceTo'],
  })
  .openapi('ClockAdvance');

const content = { 'application/json': { schema: clockSchema } };

const getRoute = createRoute({
  method: 'get',
  path: '/v1/sandbox/clock',
  operationId: 'getClock',
  tags: ['sandbox'],
  summary: 'Read your clock',
  responses: { 200: { description: 'The clock.', content } },
});

const advanceRoute = createRoute({
  method: 'post',
  path: '/v1/sandbox/clock',
  operationId: 'advanceClock',
  tags: ['sandbox'],
  summary: 'Move your clock forward',
  description:
    'The clock stops at each time at which work of yours falls due (payments, fees, the ' +
    'ends of holds, approvals and quotes, dormancy), runs it, and continues. At most 400 ' +
    'days at a time.',
  request: {
    query: z.strictObject({
      wait: wholeQuery(0, 30)
        .optional()
        .openapi({ description: 'Seconds to wait for its arrival, at most 30; default 10.' }),
    }),
    body: jsonBody(bodySchema),
  },
  responses: {
    200: { description: 'The clock has arrived, and all due work is done.', content },
    202: { description: 'The clock is still moving; read it again.', content },
  },
});

const NO_CLOCK = 'Only the sandbox has a test clock: use a key of the sandbox.';

function bodyOf(reading: ClockReading, realTime: number): z.infer<typeof clockSchema> {
  const { target } = reading;
  return {
    object: 'clock',
    livemode: false,
    status: target === null ? 'running' : 'advancing',
    now: new Date(reading.now).toISOString(),
    realTime: new Date(realTime).toISOString(),
    offsetMs: Math.max(0, reading.now - realTime),
    advancingTo: target === null ? null : new Date(target).toISOString(),
    driven: reading.driven,
  };
}

/** Milliseconds of a checked duration. */
function durationMs(text: string): number {
  const parts = (DURATION.exec(text) ?? []).slice(1).map((part) => Number(part ?? 0));
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts;
  return ((((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
}

function refuse(field: string, message: string): never {
  throw invalidField(`/${field}`, message);
}

export const getClock = operation('developer:read', getRoute, (deps) => async (c) => {
  const { ledger } = sandboxServices(c, deps, NO_CLOCK);
  return c.json(bodyOf(await readClock(ledger, developerOf(c).tenantId), ledger.now()), 200);
});

export const advanceClock = operation('developer:write', advanceRoute, (deps) => async (c) => {
  const { advanceTo, advanceBy = '' } = c.req.valid('json');
  const { wait = 10 } = c.req.valid('query');
  const services = sandboxServices(c, deps, NO_CLOCK);
  const { ledger } = services;
  const { tenantId } = developerOf(c);
  const workflows = services.workflowTarget();
  if (!workflows) throw new Problem('workflow_unavailable', undefined, { retryAfterSeconds: 1 });
  const field = advanceTo === undefined ? 'advanceBy' : 'advanceTo';
  const target =
    advanceTo === undefined ? { by: durationMs(advanceBy) } : { to: Date.parse(advanceTo) };
  const now = ledger.clock(tenantId);
  const end = target.to ?? now + target.by;
  if (end - now > MAX_ADVANCE_MS) refuse(field, 'Expected an advance of at most 400 days.');
  if (end > LATEST_TARGET_MS) refuse(field, 'Expected a time up to the year 2199.');
  await ledger.run(moveClock, { tenantId, target, pointer: `/${field}` });
  // When Temporal does not answer, the sweeper starts the workflow, because the row states that the
  // clock has to be moved.
  await ensureWorkflow(workflows, 'clock', tenantId).catch(() => undefined);
  const arrived = await waitForArrival(services, tenantId, wait * 1000);
  return c.json(bodyOf(arrived, ledger.now()), arrived.target === null ? 200 : 202);
});

async function waitForArrival(
  { ledger }: Services,
  tenantId: string,
  waitMs: number,
): Promise<ClockReading> {
  const until = performance.now() + waitMs;
  for (;;) {
    const reading = await readClock(ledger, tenantId);
    if (reading.target === null || performance.now() >= until) return reading;
    await sleep(POLL_EVERY_MS);
  }
}
