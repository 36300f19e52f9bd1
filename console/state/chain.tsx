// The log and the chain: signed and anchored entries, the backlog, stuck transactions.

import { Shown, useLoad } from '../kit/load.tsx';
import { Badge, Bars, Card, Facts, Table, Time } from '../kit/show.tsx';
import { age } from '../kit/text.ts';
import { bank, type Schemas } from '../shell/bank.ts';
import { environment } from '../shell/router.ts';

type Report = Schemas['ChainReport'];

export function ChainPage() {
  const now = environment.value;
  const query = useLoad(() => bank.getChainReport({ environment: now }), [now], { isLive: true });
  return (
    <>
      <h1>Chain</h1>
      <Shown of={query}>
        {(report) => (
          <>
            <State report={report} />
            <div class="cards">
              <Card title="Newest checkpoint">
                <Checkpoint of={report.newestCheckpoint} />
              </Card>
              <Card title="Newest anchor">
                <Anchor of={report.newestAnchor} />
              </Card>
              <Card title="The chain">
                <Chain of={report.chain} />
              </Card>
            </div>
            <p />
            <Stuck of={report.stuck} />
          </>
        )}
      </Shown>
    </>
  );
}

function formatLag({ status, anchoring: { lag } }: Report): string {
  if (status === 'not_configured') return 'No chain is configured, so nothing is anchored.';
  if (lag === null || lag.leaves === 0) return 'Up to date.';
  return `${lag.leaves} entries behind for ${age(lag.seconds)}.`;
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
        of={[
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

function Checkpoint({ of }: { readonly of: Report['newestCheckpoint'] }) {
  if (of === null) return <p class="quiet">Nothing is signed yet.</p>;
  return (
    <Facts
      of={[
        ['Id', <span class="id">{of.id}</span>],
        ['Leaves', of.treeSize],
        ['Signed', <Time at={of.signedAt} />],
      ]}
    />
  );
}

function Anchor({ of }: { readonly of: Report['newestAnchor'] }) {
  if (of === null) return <p class="quiet">None yet.</p>;
  return (
    <Facts
      of={[
        ['Status', <Badge value={of.status} />],
        ['Leaves', of.treeSize],
        ['Contract', <span class="id">{of.contract}</span>],
        ['Transaction', <span class="id">{of.txHash}</span>],
        ['Block', of.blockNumber],
      ]}
    />
  );
}

function Chain({ of }: { readonly of: Report['chain'] }) {
  if (of === null) return <p class="quiet">Not configured.</p>;
  return (
    <Facts
      of={[
        ['State', of.state],
        ['Detail', of.detail],
        ['Chain id', of.chainId],
        ['Finality', of.finality],
        ['Block', of.blockNumber],
        ['Checked', <Time at={of.checkedAt} />],
      ]}
    />
  );
}

function Stuck({ of }: { readonly of: Report['stuck'] }) {
  return (
    <Card title="Stuck chain transactions">
      <Table
        caption="Stuck chain transactions"
        none="Nothing is stuck."
        rows={of}
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
