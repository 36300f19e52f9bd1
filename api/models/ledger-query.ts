// A training on payments of the developer's ledger: checks of the request, and a check before
// acceptance that there are enough payments.

import { z } from '@hono/zod-openapi';
import { LEDGER_LABEL, LEDGER_TIME, probeRows } from '../../ai/serving/training/ledger-rows.ts';
import type { Ledger } from '../../db/ledger.ts';
import { DAY_MS } from '../../ledger/durations.ts';
import type { Feature } from '../../models/card.ts';
import { TRANSFER_FEATURES } from '../../models/features/transfer-features.ts';
import { MIN_EVENTS, MIN_ROWS } from '../../models/learn/train/leakage.ts';
import type { LedgerQuery } from '../../models/learn/train/request.ts';
import { Problem } from '../kit/errors.ts';

const MATURITY_DAYS = 30;
const MAX_MATURITY_DAYS = 365;
const MAX_ROWS = 100_000;

const momentSchema = z.iso.datetime({ offset: true });

export const querySchema = z
  .strictObject({
    from: momentSchema.optional().openapi({ description: 'Payments decided from then on.' }),
    to: momentSchema.optional().openapi({ description: 'Payments decided up to then.' }),
    maturityDays: z
      .int()
      .min(1)
      .max(MAX_MATURITY_DAYS)
      .optional()
      .openapi({
        description:
          'Days after which an undisputed payment counts as honest; ' +
          `${MATURITY_DAYS} when left out. In the sandbox it goes by your clock.`,
      }),
    limit: z
      .int()
      .min(MIN_ROWS)
      .max(MAX_ROWS)
      .optional()
      .openapi({
        description: `Maximum number of rows, the newest ones; ${MAX_ROWS} by default.`,
      }),
  })
  .refine(({ from, to }) => !from || !to || Date.parse(from) < Date.parse(to), {
    path: ['to'],
    message: 'Expected a time after `from`.',
  })
  .openapi('LedgerTrainingQuery');

type QueryBody = z.output<typeof querySchema>;

interface TrainingBody {
  readonly task: string;
  readonly dataset: {
    readonly source: string;
    readonly labelField?: string | undefined;
    readonly timeField?: string | undefined;
  };
  readonly features?: readonly (string | { readonly name: string })[] | undefined;
}

/**
 * Returns the fields that a training on the ledger refuses: the ledger determines the meaning of
 * its rows.
 */
export function findLedgerFaults({ task, dataset, features = [] }: TrainingBody) {
  const { labelField = LEDGER_LABEL, timeField = LEDGER_TIME } = dataset;
  const featureNames = new Set(TRANSFER_FEATURES.map(({ name }) => name));
  return [
    task !== 'fraud' && {
      path: ['task'],
      message: 'Expected fraud: the ledger has labels for payments only.',
    },
    labelField !== LEDGER_LABEL && {
      path: ['dataset', 'labelField'],
      message: `Expected ${LEDGER_LABEL} with \`ledger_query\`, or no value.`,
    },
    timeField !== LEDGER_TIME && {
      path: ['dataset', 'timeField'],
      message: `Expected ${LEDGER_TIME} with \`ledger_query\`, or no value.`,
    },
    ...features.map((feature, index) => {
      const isKnown = typeof feature === 'string' && featureNames.has(feature);
      const message = 'Expected the name of a feature of the payment models.';
      return !isKnown && { path: ['features', index], message };
    }),
  ].filter((error) => error !== false);
}

/** Returns the named features as payment models declare them; all when none is named. */
export function selectLedgerFeatures(names: readonly unknown[] | undefined): readonly Feature[] {
  if (!names) return TRANSFER_FEATURES;
  return names.flatMap((featureName) =>
    TRANSFER_FEATURES.filter(({ name }) => name === featureName),
  );
}

/** Returns the query with fixed times: the present time of the developer's clock, and its bounds. */
export function createLedgerQuery(
  ledger: Ledger,
  tenantId: string,
  { from, to, maturityDays = MATURITY_DAYS, limit = MAX_ROWS }: QueryBody = {},
): LedgerQuery {
  const asOf = ledger.clock(tenantId);
  return {
    from: from === undefined ? null : Date.parse(from),
    to: to === undefined ? null : Date.parse(to),
    asOf,
    matureBefore: asOf - maturityDays * DAY_MS,
    limit,
  };
}

/**
 * Returns the query with fixed times, and the approximate number of its values.
 * @throws Problem when the whole ledger was read and has too few payments
 */
export async function selectLedgerData(ledger: Ledger, tenantId: string, body: QueryBody = {}) {
  const query = createLedgerQuery(ledger, tenantId, body);
  const { limit } = query;
  const { rows, events, isAll } = await probeRows(ledger, { tenantId, query });
  const rarer = Math.min(events, rows - events);
  if (isAll && (rows < MIN_ROWS || rarer < MIN_EVENTS)) {
    const labelSentence = `${rows} payments have a label, ${events} of them fraud`;
    if (rows >= MIN_ROWS && rarer === 0)
      throw createRefusal('dataset_invalid', `${labelSentence}.`);
    const minimum = `${MIN_ROWS} and ${MIN_EVENTS} of the rarer label are needed`;
    throw createRefusal('dataset_too_small', `${labelSentence}; ${minimum}.`);
  }
  // A read that did not reach the end may have missed rows.
  const count = isAll ? rows : limit;
  return { query, values: count * TRANSFER_FEATURES.length };
}

function createRefusal(code: 'dataset_invalid' | 'dataset_too_small', message: string): Problem {
  const fault = code === 'dataset_invalid' ? 'one_class_only' : code;
  return new Problem(code, undefined, {
    errors: [{ pointer: '/dataset/query', code: fault, message }],
  });
}
