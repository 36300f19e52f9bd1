// The queues: waiting items, the most urgent first, filtered by queue, priority and assigned
// operator.

import { List } from '../kit/list.tsx';
import { Badge, Id, Money } from '../kit/show.tsx';
import { age, words } from '../kit/text.ts';
import { Person } from '../people/person.tsx';
import { bank, type Schemas } from '../shell/bank.ts';
import { environment, pathTo, place, setQuery } from '../shell/router.ts';

const QUEUES = [
  'payment_reviews',
  'account_alerts',
  'kyc_reviews',
  'screening_hits',
  'aml_alerts',
  'aml_cases',
  'credit_reviews',
  'contested_decisions',
] as const;
const PRIORITIES = ['urgent', 'high', 'normal', 'low'] as const;
const ASSIGNEES = { me: 'You', nobody: 'Unassigned' } as const;

const pickKnown = <T extends string>(all: readonly T[], given: string | null): T | undefined =>
  all.find((one) => one === given);

export function WorkPage() {
  const { query } = place.value;
  const queue = pickKnown(QUEUES, query.get('queue'));
  const priority = pickKnown(PRIORITIES, query.get('priority'));
  const assigneeId = pickKnown(Object.keys(ASSIGNEES), query.get('assignee'));
  const now = environment.value;
  return (
    <>
      <h1>{queue === undefined ? 'All work' : words(queue)}</h1>
      <div class="row card">
        <Choice name="queue" label="Queue" value={queue} of={QUEUES} />
        <Choice name="priority" label="Priority" value={priority} of={PRIORITIES} />
        <Choice name="assignee" label="Assignee" value={assigneeId} of={Object.keys(ASSIGNEES)} />
      </div>
      <List
        caption="Waiting for review"
        none="This queue is empty."
        isLive
        about={[now, queue ?? '', priority ?? '', assigneeId ?? '']}
        ask={(page) =>
          bank.listWork({
            environment: now,
            ...page,
            ...(queue ? { queue } : {}),
            ...(priority ? { priority } : {}),
            ...(assigneeId ? { assigneeId } : {}),
          })
        }
        to={({ id }) => pathTo(`work/${id}`)}
        columns={[
          { name: 'Priority', cell: (item) => <Badge value={item.priority} /> },
          { name: 'Why', cell: (item) => <Why item={item} /> },
          { name: 'Score', isNumber: true, cell: ({ score }) => (score === 0 ? '–' : score) },
          {
            name: 'Amount',
            isNumber: true,
            cell: ({ amount, currency }) => <Money minor={amount} currency={currency ?? ''} />,
          },
          { name: 'Waiting for', isNumber: true, cell: ({ ageSeconds }) => age(ageSeconds) },
          { name: 'Assignee', cell: (item) => <Assignee id={item.assigneeId} /> },
          { name: 'Item', cell: ({ id }) => <Id id={id} /> },
        ]}
      />
    </>
  );
}

const MOST_REASONS = 2;

function Why({ item: { queue, reasons } }: { readonly item: Schemas['WorkItem'] }) {
  const more = reasons.length - MOST_REASONS;
  const named = reasons.slice(0, MOST_REASONS).map(words).join(', ');
  return (
    <>
      {words(queue)}
      <br />
      <span class="quiet">
        {named}
        {more > 0 ? ` and ${more} more` : ''}
      </span>
    </>
  );
}

export function Assignee({ id }: { readonly id: string | null }) {
  return id === null ? <span class="quiet">Unassigned</span> : <Person id={id} />;
}

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly value: string | undefined;
  readonly of: readonly string[];
}

function Choice({ name, label, value, of }: ChoiceProps) {
  const change = (event: Event) =>
    setQuery({ [name]: (event.currentTarget as HTMLSelectElement).value });
  return (
    <div>
      <label for={`choose-${name}`}>{label}</label>
      <select id={`choose-${name}`} value={value ?? ''} onChange={change}>
        <option value="">All</option>
        {of.map((one) => (
          <option key={one} value={one}>
            {words(one)}
          </option>
        ))}
      </select>
    </div>
  );
}
