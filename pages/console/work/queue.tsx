// The queues: waiting items, the most urgent first, filtered by queue, priority and assigned
// operator.

import { useRef } from 'preact/hooks';
import { List } from '../kit/list.tsx';
import { Badge, Id, Money } from '../kit/show.tsx';
import { formatCode, formatDuration } from '../kit/text.ts';
import { Person } from '../people/person.tsx';
import { bank, type Schemas } from '../shell/bank.ts';
import { environment, pathTo, route, setQuery } from '../shell/router.ts';
import { may } from '../shell/session.ts';

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

const pickKnown = <T extends string>(all: readonly T[], text: string | null): T | undefined =>
  all.find((known) => known === text);

export function WorkPage() {
  const { query } = route.value;
  const queue = pickKnown(QUEUES, query.get('queue'));
  const priority = pickKnown(PRIORITIES, query.get('priority'));
  const assigneeId = pickKnown(Object.keys(ASSIGNEES), query.get('assignee'));
  const shownEnvironment = environment.value;
  const parties = useParties();
  return (
    <>
      <h1>{queue === undefined ? 'All work' : formatCode(queue)}</h1>
      <div class="row card">
        <Choice name="queue" label="Queue" value={queue} options={QUEUES} />
        <Choice name="priority" label="Priority" value={priority} options={PRIORITIES} />
        <Choice
          name="assignee"
          label="Assignee"
          value={assigneeId}
          options={Object.keys(ASSIGNEES)}
        />
      </div>
      <List
        caption="Waiting for review"
        emptyText="This queue is empty."
        isLive
        dependencies={[shownEnvironment, queue ?? '', priority ?? '', assigneeId ?? '']}
        load={async (page) => {
          const work = await bank.listWork({
            environment: shownEnvironment,
            ...page,
            ...(queue ? { queue } : {}),
            ...(priority ? { priority } : {}),
            ...(assigneeId ? { assigneeId } : {}),
          });
          await parties.load(shownEnvironment, work.data);
          return work;
        }}
        to={({ id }) => pathTo(`work/${id}`)}
        columns={[
          { name: 'Priority', cell: (item) => <Badge value={item.priority} /> },
          { name: 'Why', cell: (item) => <Why item={item} /> },
          { name: 'Parties', cell: ({ id }) => <Parties parties={parties.of(id)} /> },
          { name: 'Score', isNumber: true, cell: ({ score }) => (score === 0 ? '–' : score) },
          {
            name: 'Amount',
            isNumber: true,
            cell: ({ amount, currency }) => <Money minor={amount} currency={currency ?? ''} />,
          },
          {
            name: 'Waiting for',
            isNumber: true,
            cell: ({ ageSeconds }) => formatDuration(ageSeconds),
          },
          { name: 'Assignee', cell: (item) => <Assignee id={item.assigneeId} /> },
          { name: 'Item', cell: ({ id }) => <Id id={id} /> },
        ]}
      />
    </>
  );
}

type WorkParties = Schemas['WorkParties'];

/**
 * The parties of the listed items. The list reloads by itself and has no names; they are requested
 * once for each item, because each read of names is recorded in the audit log.
 */
function useParties() {
  const parties = useRef(new Map<string, WorkParties>()).current;
  return {
    of: (id: string) => parties.get(id) ?? null,
    async load(
      shownEnvironment: typeof environment.value,
      items: readonly { readonly id: string }[],
    ) {
      const ids = items.map(({ id }) => id).filter((id) => !parties.has(id));
      if (ids.length === 0 || !may('listWorkParties')) return;
      try {
        const { data } = await bank.listWorkParties({
          environment: shownEnvironment,
          ids: ids.join(','),
        });
        for (const item of data) parties.set(item.id, item);
      } catch {
        // The row shows that its names were not read; the next change requests them again.
      }
    },
  };
}

/** The text for a party without a name, by its kind. */
const NAMELESS_ROLES: Readonly<Record<string, string>> = {
  payer: 'no name of the payer',
  payee: 'no name of the payee',
  other: 'somebody without a name',
};

const LINK_WORDS: Readonly<Record<string, string>> = {
  payee: 'to ',
  listed: 'like ',
  other: 'with ',
};

function Parties({ parties }: { readonly parties: WorkParties | null }) {
  if (parties === null) return <span class="quiet">Names not read</span>;
  if (parties.parties.length === 0) return <span class="quiet">Nobody is on record</span>;
  return (
    <>
      {parties.parties.map(({ role, name }, index) => (
        <div key={index}>
          {LINK_WORDS[role] === undefined ? '' : <span class="quiet">{LINK_WORDS[role]}</span>}
          {name === null ? (
            <span class="quiet">{NAMELESS_ROLES[role] ?? 'a customer whose data was erased'}</span>
          ) : (
            <bdi>{name}</bdi>
          )}
        </div>
      ))}
      {parties.more === 0 ? null : <div class="quiet">and {parties.more} more</div>}
    </>
  );
}

const MAX_REASONS = 2;

function Why({ item: { queue, reasons } }: { readonly item: Schemas['WorkItem'] }) {
  const hiddenCount = reasons.length - MAX_REASONS;
  const reasonText = reasons.slice(0, MAX_REASONS).map(formatCode).join(', ');
  return (
    <>
      {formatCode(queue)}
      <br />
      <span class="quiet">
        {reasonText}
        {hiddenCount > 0 ? ` and ${hiddenCount} more` : ''}
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
  readonly options: readonly string[];
}

function Choice({ name, label, value, options }: ChoiceProps) {
  const change = (event: Event) =>
    setQuery({ [name]: (event.currentTarget as HTMLSelectElement).value });
  return (
    <div>
      <label for={`choose-${name}`}>{label}</label>
      <select id={`choose-${name}`} value={value ?? ''} onChange={change}>
        <option value="">All</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {formatCode(option)}
          </option>
        ))}
      </select>
    </div>
  );
}
