// POST /v1/ai/financial-qa: a question about the customer's money, answered from the ledger.

import { createRoute, z } from '@hono/zod-openapi';
import { DateTime } from 'luxon';
import { answerFromHelp, askHelp } from '../../ai/answers/ask-help.ts';
import { preferredLanguage } from '../../ai/english/other-languages.ts';
import { phraseAnswer } from '../../ai/phrasing/phrase.ts';
import { isZone } from '../../db/kernel/zone.ts';
import { fieldProblem } from '../kit/errors.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { idSchema, jsonAnswer, jsonBody, searchedTextSchema, textSchema } from '../kit/schemas.ts';
import {
  citationSchema,
  DISCLAIMER,
  figureSchema,
  partsOf,
  phrasedFields,
  phrasingView,
} from './answer-schema.ts';
import { askBooks, requireBooks } from './books-order.ts';
import { setContentLanguage } from './content-language.ts';

const bodySchema = z
  .strictObject({
    customerId: idSchema('customer').optional().openapi({
      description: 'The customer whose books are read; without one, only the help answers.',
    }),
    question: searchedTextSchema(500)
      .min(1)
      .openapi({ example: 'How much did I spend on groceries last month?' }),
    accountIds: z.array(idSchema('account')).min(1).max(100).optional(),
    period: z.strictObject({ from: z.iso.date(), to: z.iso.date() }).optional().openapi({
      description: 'Default period for questions without a time; both days inclusive.',
    }),
    timezone: textSchema(64)
      .refine(isZone, 'Expected an IANA time zone, such as Europe/Berlin.')
      .optional()
      .openapi({ description: 'Default UTC.', example: 'Europe/Berlin' }),
  })
  .openapi('FinancialQuestion');

const answerSchema = z
  .object({
    answer: z.string(),
    answerable: z.boolean(),
    confidence: z.number().nullable().openapi({
      description: 'Null: the share of correct answers of this kind has not been measured.',
    }),
    figures: z.array(figureSchema),
    citations: z.array(citationSchema),
    followUps: z.array(z.string()),
    disclaimer: z.string(),
    ...phrasedFields,
  })
  .openapi('FinancialAnswer');

const route = createRoute({
  method: 'post',
  path: '/v1/ai/financial-qa',
  operationId: 'answerFinancialQuestion',
  tags: ['language'],
  summary: 'Answer a question about money',
  description:
    'Balances, spending and income by category, payee and time, comparisons, upcoming ' +
    'payments, fees, exchange, limits; and how the bank works. Each figure names the rows ' +
    'of which it is the sum. A question that cannot be answered is reported as such. ' +
    'Nothing is written.',
  request: {
    body: jsonBody(bodySchema),
  },
  responses: {
    200: jsonAnswer('The answer.', answerSchema),
  },
});

type Period = z.infer<typeof bodySchema>['period'];

/** Returns the days of a request as a period, or null when it names none. */
function periodOf(period: Period, zone: string) {
  if (!period) return null;
  const [from, last] = [period.from, period.to].map((day) => DateTime.fromISO(day, { zone }));
  if (!from || !last || last < from) {
    const message = 'Expected a day that is not before `from`.';
    const code = 'invalid_date_range';
    throw fieldProblem(code, '/period/to', message);
  }
  const to = last.plus({ days: 1 });
  const label = `from ${period.from} to ${period.to}`;
  return { from: from.toMillis(), to: to.toMillis(), label, start: 0, end: 0 };
}

export const answerFinancialQuestion = operation('ai:invoke', route, (deps) => async (c) => {
  setContentLanguage(c);
  const { customerId, question, accountIds, period, timezone = 'UTC' } = c.req.valid('json');
  const services = servicesOf(c, deps);
  const { tenantId } = developerOf(c);
  const days = periodOf(period, timezone);
  if (customerId !== undefined) await requireBooks(services, tenantId, { customerId, accountIds });
  const preferred = preferredLanguage(c.req.header('accept-language'));
  const ask = async (question: string) => {
    if (customerId === undefined) return askHelp(question, preferred);
    const order = { tenantId, customerId, accountIds: accountIds ?? [], timezone };
    return askBooks(c, deps, order, question, { period: days, preferred });
  };
  const answered = await phraseAnswer(deps.languageModel, {
    question,
    offline: await ask(question),
    ask,
    search: async (query) => answerFromHelp(query),
  });
  return c.json(
    {
      answer: answered.answer,
      answerable: answered.isAnswerable,
      confidence: null,
      ...partsOf(answered),
      disclaimer: DISCLAIMER,
      ...phrasingView(answered.phrasing),
    },
    200,
  );
});
