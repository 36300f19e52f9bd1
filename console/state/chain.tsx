// The log and the chain: what is signed and anchored, how far behind it is, what is stuck.

import { bank } from '../kit/bank.ts';
import { Shown, useLoad } from '../kit/load.tsx';
import { Badge, Bars, Card, Facts, Table, Time } from '../kit/show.tsx';
import { age } from '../kit/text.ts';
import { environment } from '../shell/router.ts';

export function ChainPage() {
  const now = environment.value;
  const found = useLoad(() => bank.getChainReport({ environment: now }), [now]);
  return (
    <>
      <h1>Chain</h1>
      <Shown of={found}>
        {({ status, problems, chain, newestCheckpoint, newestAnchor, anchoring, stuck }) => (
          <>
            <Card title="State">
              <p>
                <Badge value={status} />
              </p>
              {problems.map((problem) => (
                <p key={problem} class="bad">
                  {problem}
                </p>
              ))}
              <h3>Leaves of the log</h3>
              <Bars
                of={[
                  { label: 'Booked', value: anchoring.leaves },
                  { label: 'Signed', value: anchoring.signedLeaves },
                  { label: 'Anchored', value: anchoring.anchoredLeaves },
                  { label: 'Confirmed', value: anchoring.confirmedLeaves },
                ]}
              />
              <p class="quiet">
                {anchoring.lag === null
                  ? 'Nothing lags.'
                  : `${anchoring.lag.leaves} leaves behind, for ${age(anchoring.lag.seconds)}.`}
              </p>
            </Card>
            <div class="cards">
              <Card title="Newest checkpoint">
                {newestCheckpoint === null ? (
                  <p class="quiet">None is signed yet.</p>
                ) : (
                  <Facts
                    of={[
                      ['Id', <span class="id">{newestCheckpoint.id}</span>],
                      ['Leaves', newestCheckpoint.treeSize],
                      ['Signed', <Time at={newestCheckpoint.signedAt} />],
                    ]}
                  />
                )}
              </Card>
              <Card title="Newest anchor">
                {newestAnchor === null ? (
                  <p class="quiet">None yet.</p>
                ) : (
                  <Facts
                    of={[
                      ['Status', <Badge value={newestAnchor.status} />],
                      ['Leaves', newestAnchor.treeSize],
                      ['Contract', <span class="id">{newestAnchor.contract}</span>],
                      ['Transaction', <span class="id">{newestAnchor.txHash}</span>],
                      ['Block', newestAnchor.blockNumber],
                    ]}
                  />
                )}
              </Card>
              <Card title="The chain">
                {chain === null ? (
                  <p class="quiet">Not configured.</p>
                ) : (
                  <Facts
                    of={[
                      ['State', chain.state],
                      ['Detail', chain.detail],
                      ['Chain id', chain.chainId],
                      ['Finality', chain.finality],
                      ['Block', chain.blockNumber],
                      ['Checked', <Time at={chain.checkedAt} />],
                    ]}
                  />
                )}
              </Card>
            </div>
            <p />
            <Card title="Stuck transactions of the chain">
              <Table
                caption="Stuck transactions of the chain"
                none="Nothing is stuck."
                rows={stuck}
                columns={[
                  { name: 'Id', cell: ({ id }) => <span class="id">{id}</span> },
                  { name: 'Kind', cell: ({ kind }) => kind },
                  { name: 'Status', cell: (one) => <Badge value={one.status} /> },
                  { name: 'Attempts', isNumber: true, cell: ({ attempts }) => attempts },
                  { name: 'Since', cell: ({ createdAt }) => <Time at={createdAt} /> },
                ]}
              />
            </Card>
          </>
        )}
      </Shown>
    </>
  );
}
