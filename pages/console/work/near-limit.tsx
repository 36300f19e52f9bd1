// Sums that single operators moved today, close to the limit above which a second one must approve.
// Colleagues see when somebody splits a large sum to stay below the limit.

import { useLoad, WhenLoaded } from '../kit/load.tsx';
import { Card, Id, Table } from '../kit/show.tsx';
import { formatCode } from '../kit/text.ts';
import { Person } from '../people/person.tsx';
import { bank } from '../shell/bank.ts';
import { environment } from '../shell/router.ts';

export function NearLimit() {
  const shownEnvironment = environment.value;
  const sums = useLoad(
    () => bank.listOperatorSums({ environment: shownEnvironment }),
    [shownEnvironment],
    {
      isLive: 'slowly',
    },
  );
  return (
    <Card title="Near the limit of one operator today">
      <WhenLoaded query={sums}>
        {({ data }) => (
          <Table
            caption="Sums that operators moved alone today, near the limit of one operator"
            emptyText="Nobody."
            rows={data}
            columns={[
              { name: 'Operator', cell: ({ operatorId }) => <Person id={operatorId} /> },
              { name: 'Act', cell: ({ act }) => formatCode(act) },
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
