// The findings of models and rules about a payment, with their reasons as bars.

import { Badge, Bars, Facts } from '../kit/show.tsx';
import type { Schemas } from '../shell/bank.ts';

type Risk = NonNullable<Schemas['TransactionRisk']>;

export function RiskFacts({ of }: { readonly of: Risk }) {
  return (
    <>
      <Facts
        of={[
          ['Score', of.score === null ? 'none' : `${of.score} of 100`],
          ['Level', <Badge value={of.level} />],
          ['Decision', <Badge value={of.decision} />],
          ['Model', of.model === null ? 'none' : `${of.model.name} ${of.model.version}`],
          of.degraded ? ['Degraded', 'No model answered; rules decided alone.'] : null,
        ]}
      />
      {of.reasons.length === 0 ? null : (
        <>
          <h3>Reasons and their weights</h3>
          <Bars
            of={of.reasons.map(({ message, code, weight }) => ({
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
