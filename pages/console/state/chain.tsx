// The log and the chain: signed and anchored entries, the backlog, stuck transactions.

import { useLoad, WhenLoaded } from '../kit/load.tsx';
import { Badge, Bars, Card, Facts, Table, Time } from '../kit/show.tsx';
import { formatDuration } from '../kit/text.ts';
import { bank, type Schemas } from '../shell/bank.ts';
import { environment } from '../shell/router.ts';

type Report = Schemas['ChainReport'];

export function ChainPage() {
  const shownEnvironment = environment.value;
  const query = useLoad(
    () => bank.getChainReport({ environment: shownEnvironment }),
    [shownEnvironment],
    { isLive: true },
  );
  return (
    <>
      <h1>Chain</h1>
      <WhenLoaded query={query}>
        {(report) => (
          <>
            <State report={report} />
            <div class="cards">
              <Card title="Newest checkpoint">
                <Checkpoint checkpoint={report.newestCheckpoint} />
              </Card>
              <Card title="Newest anchor">
                <Anchor anchor={report.newestAnchor} />
              </Card>
              <Card title="The chain">
                <Chain chain={report.chain} />
              </Card>
            </div>
            <p />
            <Stuck stuckLeaves={report.stuck} />
          </>
        )}
      </WhenLoaded>
    </>
  );
}

function formatLag({ status, anchoring: { lag } }: Report): string {
  if (status === 'not_configured') return 'No chain is configured, so nothing is anchored.';
  if (lag === null || lag.leaves === 0) return 'Up to date.';
  return `${lag.leaves} entries behind for ${formatDuration(lag.seconds)}.`;
}

function State({ report }: { readonly report: Report }) {
  const { status, problems, anchoring } = report;
  return (
    <Card title="State">
      <p>
        <Badge value={status} />
      </p>
      {problems.map((problem) => (
        <p key={problem} class="bad">
          {problem}
        </p>
      ))}
      <h3>Log entries</h3>
      <Bars
        bars={[
          { label: 'Booked', value: anchoring.leaves },
          { label: 'Signed', value: anchoring.signedLeaves },
          { label: 'Anchored', value: anchoring.anchoredLeaves },
          { label: 'Confirmed', value: anchoring.confirmedLeaves },
        ]}
      />
      <p class="quiet">{formatLag(report)}</p>
    </Card>
  );
}

function Checkpoint({ checkpoint }: { readonly checkpoint: Report['newestCheckpoint'] }) {
  if (checkpoint === null) return <p class="quiet">Nothing is signed yet.</p>;
  return (
    <Facts
      facts={[
        ['Id', <span class="id">{checkpoint.id}</span>],
        ['Leaves', checkpoint.treeSize],
        ['Signed', <Time at={checkpoint.signedAt} />],
      ]}
    />
  );
}

function Anchor({ anchor }: { readonly anchor: Report['newestAnchor'] }) {
  if (anchor === null) return <p class="quiet">None yet.</p>;
  return (
    <Facts
      facts={[
        ['Status', <Badge value={anchor.status} />],
        ['Leaves', anchor.treeSize],
        ['Contract', <span class="id">{anchor.contract}</span>],
        ['Transaction', <span class="id">{anchor.txHash}</span>],
        ['Block', anchor.blockNumber],
      ]}
    />
  );
}

function Chain({ chain }: { readonly chain: Report['chain'] }) {
  if (chain === null) return <p class="quiet">Not configured.</p>;
  return (
    <Facts
      facts={[
        ['State', chain.state],
        ['Detail', chain.detail],
        ['Chain id', chain.chainId],
        ['Finality', chain.finality],
        ['Block', chain.blockNumber],
        ['Checked', <Time at={chain.checkedAt} />],
      ]}
    />
  );
}

function Stuck({ stuckLeaves }: { readonly stuckLeaves: Report['stuck'] }) {
  return (
    <Card title="Stuck chain transactions">
      <Table
        caption="Stuck chain transactions"
        emptyText="Nothing is stuck."
        rows={stuckLeaves}
        columns={[
          { name: 'Id', cell: ({ id }) => <span class="id">{id}</span> },
          { name: 'Kind', cell: ({ kind }) => kind },
          { name: 'Status', cell: (row) => <Badge value={row.status} /> },
          { name: 'Attempts', isNumber: true, cell: ({ attempts }) => attempts },
          { name: 'Since', cell: ({ createdAt }) => <Time at={createdAt} /> },
        ]}
      />
    </Card>
  );
}
