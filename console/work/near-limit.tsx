// Sums that single operators moved today, close to the limit above which a second one must approve.
// Colleagues see when somebody splits a large sum to stay below the limit.

import { useLoad, WhenLoaded } from '../kit/load.tsx';
import { Card, Id, Table } from '../kit/show.tsx';
import { words } from '../kit/text.ts';
import { Person } from '../people/person.tsx';
import { bank } from '../shell/bank.ts';
import { environment } from '../shell/router.ts';

export function NearBound() {
  const now = environment.value;
  const sums = useLoad(() => bank.listOperatorSums({ environment: now }), [now], {
    isLive: 'slowly',
  });
  return (
    <Card title="Near the bound of one person today">
      <WhenLoaded query={sums}>
        {({ data }) => (
          <Table
            caption="What operators did alone today, near the bound of one person"
            emptyText="Nobody."
            rows={data}
            columns={[
              { name: 'Operator', cell: ({ operatorId }) => <Person id={operatorId} /> },
              { name: 'Act', cell: ({ act }) => words(act) },
              { name: 'About', cell: ({ objectId }) => <Id id={objectId} /> },
              { name: 'Whole units', isNumber: true, cell: ({ units }) => units },
              { name: 'Bound', isNumber: true, cell: ({ bound }) => bound },
              { name: 'Percent', isNumber: true, cell: ({ percent }) => percent },
            ]}
          />
        )}
      </WhenLoaded>
    </Card>
  );
}
