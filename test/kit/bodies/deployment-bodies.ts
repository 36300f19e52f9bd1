// Full bodies of what is done with deployments of models; part of full-bodies.ts.

function deploymentOf() {
  const terms = { minMinutes: 1, minSamples: 1 };
  return {
    modelId: 'mdl_06ayx0rw7mf5w0h1y6k2v3c4d5',
    version: '1.0.0',
    environment: 'sandbox',
    strategy: {
      type: 'shadow',
      shadow: terms,
      canaryPercent: 10,
      steps: [{ percent: 10, ...terms }],
      promoteIf: { maxDisagreement: 0.1, maxErrorRate: 0.1, maxP99Ms: 1, minAucDelta: 0 },
      autoRollback: true,
      rollbackIf: { maxErrorRate: 0.1, maxP99Ms: 10, maxScoreDrift: 1, maxAlertRatio: 3 },
      watchMinutes: 1,
    },
    replay: { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z', limit: 10 },
    approvedBy: 'Ada',
    metadata: { order: '17' },
  };
}

export const DEPLOYMENT_BODIES = {
  decideDeployment: { environment: 'sandbox', decision: 'denied', reason: 'Seen' },
  rollbackDeployment: { environment: 'sandbox', reason: 'Seen' },
  promoteModelDeployment: { reason: 'Seen' },
  rollbackModelDeployment: { reason: 'Seen' },
  abortModelDeployment: { reason: 'Seen' },
  archiveModelVersion: {},
  setModelExpiry: { expiresAt: '2099-01-01T00:00:00Z' },
  enterModel: { owner: 'Ada Lovelace', purpose: 'Holds payments', materiality: 'low' },
  deployModel: deploymentOf(),
};
