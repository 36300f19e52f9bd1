// Request counts by day and by operation.

import { setQuery } from '../../console/kit/address.ts';
import { useLoad, WhenLoaded } from '../../console/kit/load.tsx';
import { Bars, Card, Facts, Table } from '../../console/kit/show.tsx';
import { formatNumber, formatPercent } from '../../console/kit/text.ts';
import { bank } from '../shell/bank.ts';
import { route } from '../shell/router.ts';

const RANGES = [7, 30, 90] as const;

export function UsagePage() {
  const daysText = Number(route.value.query.get('days'));
  const days = RANGES.find((range) => range === daysText) ?? 7;
  const query = useLoad(() => bank.getUsage({ days }), [days], { isLive: true });
  return (
    <>
      <h1>Usage</h1>
      <div class="row filter">
        <label for="days">Days</label>
        <select
          id="days"
          value={String(days)}
          onChange={(event) => setQuery({ days: event.currentTarget.value })}
        >
          {RANGES.map((range) => (
            <option key={range} value={range}>
              {range}
            </option>
          ))}
        </select>
      </div>
      <WhenLoaded query={query}>
        {(usage) => (
          <>
            <div class="columns">
              <Card title="Requests a day">
                <Bars
                  bars={usage.days.map(({ date, requests }) => ({ label: date, value: requests }))}
                />
              </Card>
              <Card title={`${usage.from} to ${usage.to}`}>
                <Facts
                  facts={[
                    ['Requests', formatNumber(usage.requests)],
                    ['Client errors (4xx)', formatNumber(usage.clientErrors)],
                    ['Server errors (5xx)', formatNumber(usage.serverErrors)],
                    [
                      'Error rate',
                      usage.requests === 0
                        ? '–'
                        : formatPercent(usage.clientErrors / usage.requests),
                    ],
                  ]}
                />
                <p class="quiet">Days are those of UTC. Requests of this portal are not counted.</p>
              </Card>
            </div>
            <Card title="Operations">
              <Table
                caption="Requests by operation"
                emptyText="No request was made."
                rows={usage.routes}
                columns={[
                  { name: 'Operation', cell: (row) => `${row.method} ${row.route}` },
                  { name: 'Requests', isNumber: true, cell: (row) => formatNumber(row.requests) },
                  { name: '4xx', isNumber: true, cell: (row) => formatNumber(row.clientErrors) },
                  { name: '5xx', isNumber: true, cell: (row) => formatNumber(row.serverErrors) },
                  { name: 'Average', isNumber: true, cell: (row) => `${row.averageMs} ms` },
                ]}
              />
            </Card>
          </>
        )}
      </WhenLoaded>
    </>
  );
}
