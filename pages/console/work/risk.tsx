// The findings of models and rules about a payment, with their reasons as bars.

import { Badge, Bars, Facts } from '../kit/show.tsx';
import type { Schemas } from '../shell/bank.ts';

type Risk = NonNullable<Schemas['TransactionRisk']>;

export function RiskFacts({ risk }: { readonly risk: Risk }) {
  return (
    <>
      <Facts
        facts={[
          ['Score', risk.score === null ? 'none' : `${risk.score} of 100`],
          ['Level', <Badge value={risk.level} />],
          ['Decision', <Badge value={risk.decision} />],
          ['Model', risk.model === null ? 'none' : `${risk.model.name} ${risk.model.version}`],
          risk.degraded ? ['Degraded', 'No model answered; rules decided alone.'] : null,
        ]}
      />
      {risk.reasons.length === 0 ? null : (
        <>
          <h3>Reasons and their weights</h3>
          <Bars
            bars={risk.reasons.map(({ message, code, weight }) => ({
              label: message || code,
              value: weight,
              kind: weight < 0 ? ('lowers' as const) : ('raises' as const),
            }))}
          />
        </>
      )}
    </>
  );
}
