// GET /v1/ops/invariants and /v1/ops/trial-balance: checks that the books balance.

import { createRoute, z } from '@hono/zod-openapi';
import { checkFile } from '../../../db/check-file.ts';
import { fileOf } from '../../../db/kernel/read-only.ts';
import { ACCOUNT_KINDS } from '../../../ledger/account.ts';
import { DAY_MS } from '../../../ledger/durations.ts';
import { operation } from '../../kit/operation.ts';
import { settlementStateSchema } from '../developers/settlement.ts';
import { environmentField, environmentQuery } from '../kit/environment.ts';
import { daySchema } from './export.ts';

const invariantsRoute = createRoute({
  method: 'get',
  path: '/v1/ops/invariants',
  operationId: 'getInvariants',
  tags: ['ops'],
  summary: 'Check that the books balance',
  description: 'Reads the whole ledger in a separate process; npm run verify does the same.',
  request: { query: environmentQuery },
  responses: {
    200: {
      description: 'The verdict with examples of violations.',
      content: {
        'application/json': {
          schema: z
            .object({
              object: z.literal('invariants'),
              environment: environmentField,
              ok: z.boolean(),
              checks: z.array(
                z.object({
                  name: z.string(),
                  guarantee: z.string(),
                  violations: z.number().int(),
                  examples: z.array(z.record(z.string(), z.unknown())),
                }),
              ),
              transactions: z.number().int(),
              entries: z.number().int(),
              durationMs: z.number().int(),
            })
            .openapi('Invariants'),
        },
      },
    },
  },
});

const trialBalanceRoute = createRoute({
  method: 'get',
  path: '/v1/ops/trial-balance',
  operationId: 'getTrialBalance',
  tags: ['ops'],
  summary: 'Sum all balances by currency and kind, now or at the end of a day',
  request: {
    query: environmentQuery.extend({
      asOf: daySchema.optional().openapi({
        description: 'A day of UTC; its end counts. `settlement` is always as it is now.',
        example: '2026-11-21',
      }),
    }),
  },
  responses: {
    200: {
      description: 'Debits equal credits within a currency.',
      content: {
        'application/json': {
          schema: z
            .object({
              object: z.literal('trial_balance'),
              environment: environmentField,
              asOf: z.string().nullable(),
              settlement: z
                .array(settlementStateSchema)
                .openapi({ description: 'The rows of kind settlement, by developer.' }),
              rows: z.array(
                z.object({
                  currency: z.string(),
                  kind: z.enum(ACCOUNT_KINDS),
                  accounts: z.number().int(),
                  debit: z.string().openapi({ description: 'Minor units.' }),
                  credit: z.string().openapi({ description: 'Minor units.' }),
                }),
              ),
            })
            .openapi('TrialBalance'),
        },
      },
    },
  },
});

export const getInvariants = operation('operator', invariantsRoute, (deps) => async (c) => {
  const { environment } = c.req.valid('query');
  const { ledger } = deps.environments[environment];
  const reader = deps.extensions.find(({ archived }) => archived !== undefined)?.archived;
  const loader = reader?.loader(deps.config.dataDir, ledger.name) ?? null;
  const verdict = await checkFile(fileOf(ledger.database) ?? ':memory:', Date.now(), loader);
  return c.json(
    {
      object: 'invariants' as const,
      environment,
      ...verdict,
      checks: verdict.checks.map((check) => ({ ...check, examples: [...check.examples] })),
    },
    200,
  );
});

export const getTrialBalance = operation('operator', trialBalanceRoute, (deps) => async (c) => {
  const { environment, asOf = null } = c.req.valid('query');
  const asOfTime = asOf === null ? null : Date.parse(asOf) + DAY_MS - 1;
  const { ledger } = deps.environments[environment];
  const { rows, settlement } = await deps.books.read('trialBalance', ledger, { asOf: asOfTime });
  const body = { rows: [...rows], settlement: [...settlement] };
  return c.json({ object: 'trial_balance' as const, environment, asOf, ...body }, 200);
});
