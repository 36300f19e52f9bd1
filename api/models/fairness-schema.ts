// Fairness between groups on the wire: the request to an evaluation, and its findings.

import { z } from '@hono/zod-openapi';
import { FAVOURABLE, FOUR_FIFTHS } from '../../models/evaluate/fairness.ts';
import { isFeatureName } from '../../models/learn/train/field-names.ts';

const groupName = z.string().min(1).max(80);

export const fairnessBody = z
  .strictObject({
    groupField: z
      .string()
      .refine(isFeatureName, 'Expected a letter, then letters, digits and _ . : -')
      .openapi({
        maxLength: 80,
        description:
          'A field of the rows that names the group of each: for this test alone, never a ' +
          'feature. A number with more than 20 values is cut into quarters.',
      }),
    favourable: z.enum(FAVOURABLE).default('not_flagged').openapi({
      description:
        'The outcome that is favourable for the person, usually not being flagged as a risk.',
    }),
    referenceGroup: groupName.optional().openapi({
      description: 'Default: the group with the highest favourable rate.',
    }),
  })
  .openapi('FairnessAsked');

interface EvaluationBody {
  readonly fairness?: z.output<typeof fairnessBody> | undefined;
  readonly segmentField?: string | undefined;
  readonly isOfLedger: boolean;
}

/** Refuses requests that no evaluation of groups can answer. */
export function refuseFairness(body: EvaluationBody, ctx: z.core.$RefinementCtx): void {
  const { fairness, segmentField, isOfLedger } = body;
  if (!fairness) return;
  const path = ['fairness', 'groupField'];
  const addIssue = (message: string) => ctx.addIssue({ code: 'custom', path, message });
  if (isOfLedger)
    addIssue('The bank knows no groups of your payments: upload rows with the group.');
  // Segments are shown down to a single row.
  if (fairness.groupField === segmentField) addIssue('Expected another field than segmentField.');
}

const interval = z.object({ value: z.number(), low: z.number(), high: z.number() });

export const fairnessReport = z
  .object({
    groupField: z.string(),
    favourable: z.enum(FAVOURABLE),
    threshold: z.number(),
    referenceGroup: z.string().nullable().openapi({
      description: 'Null: every group is withheld.',
    }),
    groups: z.array(
      z.object({
        group: z.string(),
        rows: z.number().int(),
        events: z.number().int(),
        favourableRate: interval.nullable().openapi({ description: 'The selection rate.' }),
        truePositiveRate: interval.nullable(),
        falsePositiveRate: interval.nullable(),
        impactRatio: interval.nullable().openapi({
          description: 'Its favourable rate, divided by the rate of the reference group.',
        }),
        fourFifths: z.enum(FOUR_FIFTHS).nullable().openapi({
          description: 'The ratio against 0.8, by its whole interval; null of the reference.',
        }),
      }),
    ),
    withheld: z.object({ groups: z.number().int(), rows: z.number().int() }).openapi({
      description: 'Groups with fewer rows than `leastRows`, and figures that would reveal them.',
    }),
    leastRows: z.number().int(),
  })
  .openapi('ModelFairness');
