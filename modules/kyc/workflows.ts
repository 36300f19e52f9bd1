// Workflows of the module, for the workflow sandbox. Their names are part of histories: never
// rename one.

export { kycAssessment } from '../../workflows/kyc-assessment.ts';
