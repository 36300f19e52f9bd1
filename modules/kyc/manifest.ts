import { withHeartbeats } from '../../activities/heartbeat.ts';
import { kycActivities } from '../../activities/kyc.ts';
import { kycExtension } from '../../api/kyc/extension.ts';
import { kycAssessmentSchema } from '../../api/kyc/kyc-schema.ts';
import { KYC_OPERATIONS } from '../../api/kyc/operations.ts';
import { KYC_SUBJECT } from '../../db/kyc/subject.ts';
import { KYC_EVENTS } from '../../ledger/decisions/kyc.ts';
import type { Module } from '../module.ts';
import { kycSweeps } from './sweeps.ts';

export const kyc: Module = {
  name: 'kyc',
  purpose: 'Identity of customers: assessments and documents.',
  requires: ['core', 'screening'],
  ledger: KYC_SUBJECT,
  operations: KYC_OPERATIONS,
  extension: kycExtension,
  events: KYC_EVENTS,
  eventSchemas: {
    objects: { kyc_assessment: kycAssessmentSchema },
  },
  workflows: ['kycAssessment'],
  activities: (deps) => {
    const seal = deps.deliveries?.seal ?? null;
    return { own: withHeartbeats(deps.stopping, kycActivities({ ...deps, seal })) };
  },
  sweeps: kycSweeps,
};
