// The health of the bank: stuck work, the waiting time of queues, the checks of the books, and the
// age of rates and lists.

import { useState } from 'preact/hooks';
import { useKeys } from '../kit/keyboard.tsx';
import { useLoad, WhenLoaded } from '../kit/load.tsx';
import { Badge, Card, Facts, Money, Table, Time } from '../kit/show.tsx';
import { formatCode, formatDuration, formatNumber } from '../kit/text.ts';
import { bank } from '../shell/bank.ts';
import { environment } from '../shell/router.ts';
import { may } from '../shell/session.ts';
import { useWorkCounts } from '../shell/work-counts.ts';
import { StuckWork } from './stuck-work.tsx';
import { TemporalViews } from './temporal-views.tsx';

/** Timeout of a check of the books. */
const CHECK_TIMEOUT_MS = 10 * 60_000;

export function HealthPage() {
  return (
    <>
      <h1>Health</h1>
      <OpenWork />
      <LedgerCheck />
      <TrialBalance />
    </>
  );
}

/** The workflows in progress, requested once for both cards. */
function OpenWork() {
  const shownEnvironment = environment.value;
  const query = useLoad(
    () => bank.getOpenWorkflows({ environment: shownEnvironment }),
    [shownEnvironment],
    { isLive: true },
  );
  return (
    <>
      <div class="cards">
        <Card title="Open payments">
          <WhenLoaded query={query}>
            {({ accepted, waiting, stuck }) => (
              <Facts
                facts={[
                  ['Accepted', formatNumber(accepted)],
                  ['Waiting', formatNumber(waiting)],
                  ['Stuck', formatNumber(stuck.length)],
                ]}
              />
            )}
          </WhenLoaded>
        </Card>
        {may('countWork') ? <Queues /> : null}
        <DataAges />
        <TemporalViews />
      </div>
      <p />
      <WhenLoaded query={query}>{(open) => <StuckWork openWork={open} />}</WhenLoaded>
    </>
  );
}

/** How long the oldest item of each queue has waited for an operator. */
function Queues() {
  const query = useWorkCounts();
  return (
    <Card title="Queue ages">
      <WhenLoaded query={query}>
        {({ data }) => (
          <Facts
            facts={data.map(({ queue, open, oldestSeconds }) => [
              formatCode(queue),
              open === 0 ? (
                <span class="quiet">empty</span>
              ) : (
                `${formatNumber(open)}, oldest ${formatDuration(oldestSeconds)}`
              ),
            ])}
          />
        )}
      </WhenLoaded>
    </Card>
  );
}

interface Readiness {
  readonly status: string;
  readonly screeningLists?: readonly {
    readonly code: string;
    readonly asOf: string | null;
    readonly stale: boolean;
  }[];
  readonly exchangeRates?: { readonly asOf: string; readonly stale: boolean } | null;
}

/** Returns the bank's own report of its state and of the data that it uses. */
export async function readReadiness(): Promise<Readiness> {
  const answer = await fetch('/readyz?verbose');
  return (await answer.json()) as Readiness;
}

function DataAges() {
  const query = useLoad(readReadiness, [], { isLive: 'slowly' });
  return (
    <Card title="Data in use">
      <WhenLoaded query={query}>
        {({ status, screeningLists = [], exchangeRates = null }) => (
          <>
            <Facts
              facts={[
                ['The bank', <Badge value={status} />],
                [
                  'Exchange rates',
                  exchangeRates === null ? (
                    'none'
                  ) : (
                    <AsOf asOf={exchangeRates.asOf} isStale={exchangeRates.stale} />
                  ),
                ],
              ]}
            />
            <Table
              caption="Sanctions lists"
              emptyText="No list is loaded."
              rows={screeningLists}
              columns={[
                { name: 'List', cell: ({ code }) => code },
                { name: 'As of', cell: ({ asOf, stale }) => <AsOf asOf={asOf} isStale={stale} /> },
              ]}
            />
          </>
        )}
      </WhenLoaded>
    </Card>
  );
}

function AsOf({ asOf, isStale }: { readonly asOf: string | null; readonly isStale: boolean }) {
  if (asOf === null) return <Badge value="stale" text="Unknown" />;
  const seconds = (Date.now() - Date.parse(asOf)) / 1000;
  return (
    <>
      <Time at={asOf} />, {formatDuration(seconds)} old{' '}
      {isStale ? <Badge value="stale" /> : <Badge value="ok" />}
    </>
  );
}

/** The check of the books reads the whole ledger, so it runs only on request. */
function LedgerCheck() {
  const shownEnvironment = environment.value;
  const [attempt, setAttempt] = useState(0);
  const query = useLoad(
    () =>
      bank.getInvariants(
        { environment: shownEnvironment },
        { timeoutMs: CHECK_TIMEOUT_MS, retries: 0 },
      ),
    attempt === 0 ? null : [shownEnvironment, attempt],
  );
  const check = () => setAttempt((count) => count + 1);
  useKeys([{ keys: 'b', does: 'Checks the ledger', run: check }]);
  if (attempt === 0) {
    return (
      <Card title="Ledger check">
        <p class="quiet">
          Reads every entry and recomputes every balance. A large ledger takes a while.
        </p>
        <button type="button" onClick={check}>
          Check the ledger <kbd>b</kbd>
        </button>
      </Card>
    );
  }
  return (
    <Card title="Ledger check">
      <WhenLoaded query={query}>
        {({ ok, checks, transactions, entries, durationMs }) => (
          <>
            <p>
              <Badge value={ok ? 'ok' : 'failed'} text={ok ? 'Balanced' : 'Violations'} />{' '}
              {transactions} transactions and {entries} entries, checked in {durationMs} ms.
            </p>
            <details open={!ok}>
              <summary>{checks.length} checks</summary>
              <Table
                caption="Checks of the ledger"
                emptyText="None."
                rows={checks}
                columns={[
                  { name: 'Check', cell: ({ name }) => formatCode(name) },
                  { name: 'Guarantee', cell: ({ guarantee }) => guarantee },
                  { name: 'Violations', isNumber: true, cell: ({ violations }) => violations },
                ]}
              />
            </details>
          </>
        )}
      </WhenLoaded>
    </Card>
  );
}

function TrialBalance() {
  const shownEnvironment = environment.value;
  const query = useLoad(
    () => bank.getTrialBalance({ environment: shownEnvironment }),
    [shownEnvironment],
    {
      isLive: 'slowly',
    },
  );
  return (
    <Card title="Trial balance">
      <WhenLoaded query={query}>
        {({ rows }) => (
          <Table
            caption="Trial balance"
            emptyText="Nothing is booked."
            rows={rows}
            columns={[
              { name: 'Currency', cell: ({ currency }) => currency },
              { name: 'Kind', cell: ({ kind }) => formatCode(kind) },
              { name: 'Accounts', isNumber: true, cell: ({ accounts }) => accounts },
              {
                name: 'Debit',
                isNumber: true,
                cell: ({ debit, currency }) => <Money minor={debit} currency={currency} />,
              },
              {
                name: 'Credit',
                isNumber: true,
                cell: ({ credit, currency }) => <Money minor={credit} currency={currency} />,
              },
            ]}
          />
        )}
      </WhenLoaded>
    </Card>
  );
}
