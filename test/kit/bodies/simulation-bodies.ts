// A body with every field for each simulation of the sandbox, for full-bodies.ts.

interface Simulated {
  readonly customerId: string;
  readonly accountId: string;
  readonly transactionId: string;
  readonly webhookEndpointId: string;
}

/** The bodies by operationId. */
export function simulationBodiesOf(ids: Simulated) {
  const { customerId, accountId, transactionId, webhookEndpointId } = ids;
  return {
    simulateRailSettle: { transactionId },
    simulateRailReturn: { transactionId, code: 'R01' },
    simulateInboundTransfer: {
      accountId,
      amount: 10,
      currency: 'EUR',
      externalParty: { name: 'Bob', accountNumber: '1', bankCode: '2', country: 'GB' },
      description: 'Wages',
      reference: 'bad-body',
      metadata: { order: '17' },
    },
    simulateKycDecision: { customerId, decision: 'manual_review' },
    simulateChainReorg: { depth: 2 },
    simulateFraudHit: { accountId },
    simulateWebhookFailure: { webhookEndpointId, kind: 'http_status', status: 503, times: 2 },
  };
}
