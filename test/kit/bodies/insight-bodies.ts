// Bodies of the analyses with every field that they take.

/** The bodies by operationId. */
export function insightBodiesOf(customerId: string, accountId: string) {
  const period = { from: '2026-01-01', to: '2026-01-31' };
  const books = { customerId, accountIds: [accountId], period, timezone: 'Europe/Berlin' };
  return {
    analyseSpending: { ...books, groupBy: 'merchant', currency: 'EUR', forecastDays: 30 },
    analyseBehavior: {
      ...{ customerId, accountId, period, timezone: 'Europe/Berlin', currency: 'EUR' },
      session: { country: 'DE', deviceId: 'phone-1' },
      compareTo: 'peer_group',
    },
    adviseInvestment: {
      ...{ customerId, timezone: 'Europe/Berlin', currency: 'EUR', seed: 1 },
      profile: {
        ...{ age: 40, riskTolerance: 'moderate', horizonYears: 10, monthlyContribution: 10_000 },
        goals: [{ name: 'House', targetAmount: 1_000_000, years: 10 }],
        ...{ initialAmount: 10, monthlyExpenses: 10 },
        existingHoldings: [{ assetClass: 'cash', amount: 10 }],
        debts: [{ balance: 10, annualRateBps: 100 }],
        constraints: { excludedAssetClasses: ['real_estate'] },
      },
    },
  };
}
