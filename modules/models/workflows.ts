// Workflows of the module, for the workflow sandbox. Their names are part of histories: never
// rename one.

export { modelDeployment } from '../../workflows/model-deployment.ts';
export { modelScoring } from '../../workflows/model-scoring.ts';
export { modelTraining } from '../../workflows/model-training.ts';
