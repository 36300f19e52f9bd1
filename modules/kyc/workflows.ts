// Workflows of the module, for the sandbox. Names are part of the histories: never rename one.

export { kycAssessment } from '../../workflows/kyc-assessment.ts';
