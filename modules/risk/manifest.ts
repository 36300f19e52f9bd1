import { createRiskScorer } from '../../ai/risk/scorer.ts';
import { createModelFinder } from '../../ai/serving/finder.ts';
import { riskExtension } from '../../api/risk/extension.ts';
import { RISK_OPERATIONS } from '../../api/risk/operations.ts';
import { riskDecisionSchema, riskReviewSchema } from '../../api/risk/risk-schema.ts';
import { RISK_SUBJECT } from '../../db/risk/subject.ts';
import { RISK_EVENTS } from '../../ledger/decisions/risk.ts';
import type { Module } from '../module.ts';

export const risk: Module = {
  name: 'risk',
  purpose: 'Risk of payments: rules, fraud models and reviews.',
  requires: ['core', 'screening', 'models'],
  ledger: RISK_SUBJECT,
  opensForLedger: ({ environment, parties, unscreened, sessions, reasons, latency, networks }) => ({
    risk: (parts) =>
      createRiskScorer({
        ...parts,
        parties: parties[environment],
        unscreened: unscreened[environment],
        serving: createModelFinder(parts, sessions[environment], reasons),
        latency: latency[environment],
        networks,
      }),
  }),
  operations: RISK_OPERATIONS,
  extension: riskExtension,
  events: RISK_EVENTS,
  eventSchemas: {
    objects: { risk_decision: riskDecisionSchema, risk_review: riskReviewSchema },
  },
};
