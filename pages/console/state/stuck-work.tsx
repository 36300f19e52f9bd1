// Overdue work, and the operator's acts on it: retry it, or give it up.

import { useState } from 'preact/hooks';
import { Choices } from '../kit/act.tsx';
import { Badge, Card, Id, Table, Time } from '../kit/show.tsx';
import { formatCode } from '../kit/text.ts';
import { bank, type Schemas } from '../shell/bank.ts';
import { environment } from '../shell/router.ts';
import { may } from '../shell/session.ts';

type OpenWorkflows = Schemas['OpenWorkflows'];

/** Payments past their time, and batches, executions, mails and trainings that take too long. */
export function StuckWork({ openWork }: { readonly openWork: OpenWorkflows }) {
  const rows = [
    ...openWork.stuck.map(({ transactionId, status, stage, createdAt }) => {
      return { id: transactionId, kind: 'transaction', status, stage, createdAt };
    }),
    ...openWork.late.map(({ id, kind, status }) => ({
      id,
      kind,
      status,
      stage: null,
      createdAt: null,
    })),
  ];
  type Row = (typeof rows)[number];
  const canAct = may('retryWorkAsOperator') || may('endWorkAsOperator');
  return (
    <Card title="Stuck work">
      <Table
        caption="Stuck work"
        emptyText="Nothing is stuck."
        rows={rows}
        columns={[
          { name: 'Work', cell: ({ id }) => <Id id={id} /> },
          { name: 'Kind', cell: ({ kind }) => formatCode(kind) },
          { name: 'Status', cell: ({ status }) => <Badge value={status} /> },
          { name: 'Stage', cell: ({ stage }) => (stage === null ? '–' : formatCode(stage)) },
          { name: 'Since', cell: ({ createdAt }) => <Time at={createdAt} /> },
          ...(canAct ? [{ name: 'Actions', cell: ({ id }: Row) => <WorkActs workId={id} /> }] : []),
        ]}
      />
    </Card>
  );
}

/** Buttons that retry stuck work or give it up. */
export function WorkActs({ workId }: { readonly workId: string }) {
  const [choice, choose] = useState<string | null>(null);
  const order = (reason: string) => ({
    workId,
    body: { environment: environment.value, reason },
  });
  const choices = [
    ...(may('retryWorkAsOperator')
      ? [
          {
            key: 'retry',
            label: 'Retry',
            successText: 'A new workflow continues the work.',
            run: (_: FormData, reason: string) => bank.retryWorkAsOperator(order(reason)),
          },
        ]
      : []),
    ...(may('endWorkAsOperator')
      ? [
          {
            key: 'end',
            label: 'Give up',
            isDanger: true,
            successText: 'The work is given up.',
            run: (_: FormData, reason: string) => bank.endWorkAsOperator(order(reason)),
          },
        ]
      : []),
  ];
  return <Choices choices={choices} choice={choice} choose={choose} />;
}
