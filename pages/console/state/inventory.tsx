// The inventory of models: the owner of each, the date of its next validation, points that need a
// person; and the alarms about models that perform worse than promised.

import { List } from '../kit/list.tsx';
import { Badge, Card, Id, Time } from '../kit/show.tsx';
import { formatCode, formatNumber } from '../kit/text.ts';
import { Person } from '../people/person.tsx';
import { bank } from '../shell/bank.ts';
import { environment, pathTo, route, setQuery } from '../shell/router.ts';
import { may } from '../shell/session.ts';
import { openFindings, Warnings } from './model-file.tsx';

export function InventoryPage() {
  const shownEnvironment = environment.value;
  const scope = route.value.query.get('scope') === 'all' ? 'all' : 'in_use';
  return (
    <>
      <h1>Model inventory</h1>
      {may('listModelAlarms') ? <Alarms /> : null}
      <div class="row filter">
        <label for="scope">Models</label>
        <select
          id="scope"
          value={scope}
          onChange={(event) => setQuery({ scope: event.currentTarget.value })}
        >
          <option value="in_use">In use</option>
          <option value="all">All</option>
        </select>
      </div>
      <List
        caption="Models"
        emptyText="No model."
        isLive
        dependencies={[shownEnvironment, scope]}
        load={(page) => bank.listModelInventory({ environment: shownEnvironment, scope, ...page })}
        to={({ id }) => pathTo(`inventory/${id}`)}
        columns={[
          { name: 'Model', cell: ({ id, name }) => <a href={pathTo(`inventory/${id}`)}>{name}</a> },
          { name: 'Task', cell: ({ task }) => formatCode(task) },
          { name: 'Serving', cell: ({ serving }) => serving?.version ?? '–' },
          { name: 'Owner', cell: ({ entry }) => <Person id={entry?.owner} /> },
          { name: 'Findings', isNumber: true, cell: (row) => openFindings(row).length },
          { name: 'Revalidate by', cell: ({ revalidateBy }) => <Time at={revalidateBy} /> },
          { name: 'Expires', cell: ({ serving }) => <Time at={serving?.expiresAt} /> },
          { name: 'Warnings', cell: ({ warnings }) => <Warnings warnings={warnings} /> },
        ]}
      />
    </>
  );
}

const ALARMS = ['open', 'closed', 'any'] as const;

/** Alarms about models in force that perform worse than promised. */
export function Alarms() {
  const shownEnvironment = environment.value;
  const filter = route.value.query.get('alarms');
  const status = ALARMS.find((alarm) => alarm === filter) ?? 'open';
  return (
    <Card title="Alarms">
      <div class="row filter">
        <label for="alarms">State</label>
        <select
          id="alarms"
          value={status}
          onChange={(event) => setQuery({ alarms: event.currentTarget.value })}
        >
          {ALARMS.map((alarm) => (
            <option key={alarm} value={alarm}>
              {formatCode(alarm)}
            </option>
          ))}
        </select>
      </div>
      <List
        caption="Alarms about models"
        emptyText={status === 'open' ? 'No open alarm: every model performs as promised.' : 'None.'}
        isLive
        dependencies={[shownEnvironment, status]}
        load={(page) => bank.listModelAlarms({ environment: shownEnvironment, status, ...page })}
        columns={[
          { name: 'Version', cell: ({ versionId }) => <Id id={versionId} /> },
          { name: 'Model', cell: ({ name, modelVersion }) => `${name} ${modelVersion}` },
          { name: 'Figure', cell: ({ kind }) => formatCode(kind) },
          {
            name: 'Value',
            isNumber: true,
            cell: ({ value, low, high }) =>
              `${formatNumber(value)} (${formatNumber(low)} to ${formatNumber(high)})`,
          },
          { name: 'Promised', isNumber: true, cell: ({ bound }) => formatNumber(bound) },
          { name: 'Rows', isNumber: true, cell: ({ rows }) => rows },
          { name: 'Developer', cell: ({ developerId }) => <Id id={developerId} /> },
          {
            name: 'State',
            cell: ({ status, closedWhy }) => (
              <span>
                <Badge value={status === 'open' ? 'attention' : status} text={formatCode(status)} />{' '}
                {closedWhy ? formatCode(closedWhy) : ''}
              </span>
            ),
          },
          { name: 'Since', cell: ({ openedAt }) => <Time at={openedAt} /> },
        ]}
      />
    </Card>
  );
}
