// The decision about an item: no choice weighs more than another one, and no single key takes one.
// The reason goes with it.

import { useState } from 'preact/hooks';
import { type Choice, Choices } from '../kit/act.tsx';
import { useKeys } from '../kit/keyboard.tsx';
import { Card } from '../kit/show.tsx';

interface DecideProps {
  readonly isOpen: boolean;
  readonly of: readonly Choice[];
  /** Reason shown where nothing can be decided. */
  readonly closed?: string;
}

export function Decide({ isOpen, of, closed = 'Already decided, or expired.' }: DecideProps) {
  const [chosen, choose] = useState<string | null>(null);
  const keys = of.flatMap(({ shortcut, label, key }) =>
    shortcut ? [{ keys: `d ${shortcut}`, does: label, run: () => choose(key) }] : [],
  );
  useKeys(isOpen ? keys : [], [isOpen, of.length]);
  return (
    <Card title="Decision" isDecision>
      {isOpen && of.length > 0 ? (
        <Choices of={of} chosen={chosen} choose={choose} isEven />
      ) : (
        <p class="quiet">{closed}</p>
      )}
    </Card>
  );
}
