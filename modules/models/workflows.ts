// Workflows of the module, for the sandbox. Names are part of the histories: never rename one.

export { modelDeployment } from '../../workflows/model-deployment.ts';
export { modelScoring } from '../../workflows/model-scoring.ts';
export { modelTraining } from '../../workflows/model-training.ts';
