import { insightThread } from '../../ai/insight/analyses.ts';
import { INSIGHT_OPERATIONS } from '../../api/insight/operations.ts';
import type { Module } from '../module.ts';

export const insight: Module = {
  name: 'insight',
  purpose: 'Analyses of spending, behaviour and savings of a customer.',
  requires: ['core'],
  opensForApi: ({ closing }) => ({ insight: insightThread(closing) }),
  operations: INSIGHT_OPERATIONS,
};
