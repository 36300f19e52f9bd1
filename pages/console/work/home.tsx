// The first page: the waiting work, its age, and the bank's health.

import { useLoad, WhenLoaded } from '../kit/load.tsx';
import { Badge } from '../kit/show.tsx';
import { formatCode, formatDuration, formatNumber } from '../kit/text.ts';
import { bank } from '../shell/bank.ts';
import { environment, pathTo } from '../shell/router.ts';
import { may } from '../shell/session.ts';
import { useApprovalCounts, useWorkCounts } from '../shell/work-counts.ts';

export function HomePage() {
  return (
    <>
      <h1>Overview</h1>
      {may('countWork') ? <Queues /> : null}
      {may('countApprovals') ? <SecondPerson /> : null}
      <State />
    </>
  );
}

function Queues() {
  const counts = useWorkCounts();
  return (
    <section>
      <h2>Waiting for review</h2>
      <WhenLoaded query={counts}>
        {({ data }) => (
          <div class="tiles">
            {data.map(({ queue, open, unassigned, urgent, high, oldestSeconds }) => (
              <div key={queue} class={open === 0 ? 'tile none' : 'tile'}>
                <h3>
                  {may('listWork') ? (
                    <a href={`${pathTo('work')}?queue=${queue}`}>{formatCode(queue)}</a>
                  ) : (
                    formatCode(queue)
                  )}
                </h3>
                <p class="figure">{open}</p>
                <p class={urgent > 0 ? 'bad' : 'quiet'}>
                  {open === 0
                    ? 'Nothing is waiting'
                    : [
                        urgent > 0 ? `${urgent} urgent` : '',
                        high > 0 ? `${high} high` : '',
                        `${unassigned} unassigned`,
                        oldestSeconds === null ? '' : `oldest ${formatDuration(oldestSeconds)}`,
                      ]
                        .filter((part) => part !== '')
                        .join(' · ')}
                </p>
              </div>
            ))}
          </div>
        )}
      </WhenLoaded>
    </section>
  );
}

/** Counts both environments, so that no request in the other environment is missed. */
function SecondPerson() {
  const counts = useApprovalCounts();
  return (
    <section>
      <h2>Waiting for a second person</h2>
      <WhenLoaded query={counts}>
        {({ sandbox, production, applications }) => (
          <div class="tiles">
            <Waiting to={pathTo('approvals', 'sandbox')} name="Sandbox" count={sandbox} />
            <Waiting to={pathTo('approvals', 'production')} name="Production" count={production} />
            <Waiting to={pathTo('applications')} name="Applications" count={applications} />
          </div>
        )}
      </WhenLoaded>
    </section>
  );
}

interface WaitingProps {
  readonly to: string;
  readonly name: string;
  readonly count: number;
}

function Waiting({ to, name, count }: WaitingProps) {
  return (
    <div class={count === 0 ? 'tile none' : 'tile'}>
      <h3>
        <a href={to}>{name}</a>
      </h3>
      <p class="figure">{count}</p>
    </div>
  );
}

function State() {
  const shownEnvironment = environment.value;
  const open = useLoad(
    () => bank.getOpenWorkflows({ environment: shownEnvironment }),
    [shownEnvironment],
    { isLive: true },
  );
  const chain = useLoad(
    () => bank.getChainReport({ environment: shownEnvironment }),
    [shownEnvironment],
    { isLive: true },
  );
  return (
    <section>
      <h2>Bank</h2>
      <div class="tiles">
        <WhenLoaded query={open}>
          {({ accepted, waiting, stuck }) => (
            <div class={accepted + waiting === 0 ? 'tile none' : 'tile'}>
              <h3>
                <a href={pathTo('health')}>Open payments</a>
              </h3>
              <p class="figure">{accepted + waiting}</p>
              <p class={stuck.length === 0 ? 'quiet' : 'bad'}>
                {accepted} accepted, {waiting} waiting, {stuck.length} stuck
              </p>
            </div>
          )}
        </WhenLoaded>
        <WhenLoaded query={chain}>
          {({ status, anchoring }) => (
            <div class="tile">
              <h3>
                <a href={pathTo('chain')}>Proofs</a>
              </h3>
              <p class="figure">
                {formatNumber(anchoring.signedLeaves)} / {formatNumber(anchoring.leaves)}
              </p>
              <p class="quiet">
                entries signed <Badge value={status} />
              </p>
            </div>
          )}
        </WhenLoaded>
      </div>
    </section>
  );
}
