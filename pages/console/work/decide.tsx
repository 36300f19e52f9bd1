// The decision about an item, with its reason. All choices look alike, and a single key press never
// selects one.

import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { type Choice, Choices } from '../kit/act.tsx';
import { useKeys } from '../kit/keyboard.tsx';
import { Card } from '../kit/show.tsx';
import { bank, type Schemas } from '../shell/bank.ts';
import { environment, navigate, pathTo } from '../shell/router.ts';
import { may } from '../shell/session.ts';

/** The item of the page. */
export const openItem = signal<Pick<Schemas['WorkFile'], 'id' | 'queue'> | null>(null);
/** The item that was decided before the page went on to the next one. */
export const lastDecided = signal<{ readonly id: string; readonly action: string } | null>(null);

/** Opens the next item of the queue; at the end of the queue, the decided item stays open. */
async function openNext({ label, staysOpen: goesOn = false }: Choice): Promise<void> {
  const item = openItem.value;
  if (item === null || goesOn || !may('listWork')) return;
  const { data } = await bank.listWork({
    environment: environment.value,
    queue: item.queue,
    limit: 2,
  });
  const next = data.find(({ id }) => id !== item.id);
  // The person may have opened another page meanwhile.
  if (next === undefined || openItem.value !== item) return;
  lastDecided.value = { id: item.id, action: label };
  navigate(pathTo(`work/${next.id}`));
}

interface DecideProps {
  readonly isOpen: boolean;
  readonly choices: readonly Choice[];
  /** Reason shown where nothing can be decided. */
  readonly closed?: string;
}

export function Decide({ isOpen, choices, closed = 'Already decided, or expired.' }: DecideProps) {
  const [choice, choose] = useState<string | null>(null);
  const keys = choices.flatMap(({ shortcut, label, key }) =>
    shortcut ? [{ keys: `d ${shortcut}`, does: label, run: () => choose(key) }] : [],
  );
  useKeys(isOpen ? keys : [], [isOpen, choices.length]);
  return (
    <Card title="Decision" isDecision>
      {isOpen && choices.length > 0 ? (
        <Choices
          choices={choices}
          choice={choice}
          choose={choose}
          isUniform
          onDone={(choice) => void openNext(choice).catch(() => {})}
        />
      ) : (
        <p class="quiet">{closed}</p>
      )}
    </Card>
  );
}
