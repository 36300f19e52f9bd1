// The first page: what waits, how long it has waited, and whether the bank is well.

import { Shown, useLoad } from '../kit/load.tsx';
import { Badge } from '../kit/show.tsx';
import { age, words } from '../kit/text.ts';
import { bank, may } from '../shell/bank.ts';
import { environment, pathTo } from '../shell/router.ts';

export function HomePage() {
  return (
    <>
      <h1>Overview</h1>
      {may('countWork') ? <Queues /> : null}
      <State />
    </>
  );
}

function Queues() {
  const counts = useLoad(
    () => bank.countWork({ environment: environment.value }),
    [environment.value],
    { isLive: true },
  );
  return (
    <section class="card">
      <h2>What waits for a person</h2>
      <Shown of={counts}>
        {({ data }) => (
          <div class="cards">
            {data.map(({ queue, open, unassigned, urgent, high, oldestSeconds }) => (
              <div key={queue}>
                <h3>
                  {may('listWork') ? (
                    <a href={`${pathTo('work')}?queue=${queue}`}>{words(queue)}</a>
                  ) : (
                    words(queue)
                  )}
                </h3>
                <p class="figure">{open}</p>
                <p class="quiet">
                  {unassigned} unassigned, {urgent} urgent, {high} high
                  {oldestSeconds === null ? '' : `; the oldest for ${age(oldestSeconds)}`}
                </p>
              </div>
            ))}
          </div>
        )}
      </Shown>
    </section>
  );
}

function State() {
  const environmentNow = environment.value;
  const open = useLoad(
    () => bank.getOpenWorkflows({ environment: environmentNow }),
    [environmentNow],
    { isLive: true },
  );
  const chain = useLoad(
    () => bank.getChainReport({ environment: environmentNow }),
    [environmentNow],
    { isLive: true },
  );
  return (
    <section class="card">
      <h2>The bank</h2>
      <div class="cards">
        <Shown of={open}>
          {({ accepted, waiting, stuck }) => (
            <div>
              <h3>
                <a href={pathTo('health')}>Payments that are open</a>
              </h3>
              <p class="figure">{accepted + waiting}</p>
              <p class={stuck.length === 0 ? 'quiet' : 'bad'}>
                {accepted} accepted, {waiting} waiting, {stuck.length} stuck
              </p>
            </div>
          )}
        </Shown>
        <Shown of={chain}>
          {({ status, anchoring }) => (
            <div>
              <h3>
                <a href={pathTo('chain')}>Proofs</a>
              </h3>
              <p>
                <Badge value={status} />
              </p>
              <p class="quiet">
                {anchoring.signedLeaves} of {anchoring.leaves} leaves signed
              </p>
            </div>
          )}
        </Shown>
      </div>
    </section>
  );
}
