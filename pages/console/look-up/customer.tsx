// A customer and the customer's accounts.

import { List } from '../kit/list.tsx';
import { useLoad, WhenLoaded } from '../kit/load.tsx';
import { AnyValue, Badge, Card, Facts, Id, Money, Time } from '../kit/show.tsx';
import { bank } from '../shell/bank.ts';
import { environment, pathTo } from '../shell/router.ts';
import { may } from '../shell/session.ts';
import { NotCompared } from '../work/subject.tsx';
import { WithReason } from './reason.tsx';
import { WorkflowsLink } from './workflow-link.tsx';

export function CustomerPage({ id }: { readonly id: string }) {
  return (
    <>
      <h1>Customer</h1>
      <WithReason>{(reason) => <CustomerContent id={id} reason={reason} />}</WithReason>
    </>
  );
}

/** Requests the customer and the accounts at the same time. */
function CustomerContent({ id, reason }: { readonly id: string; readonly reason: string }) {
  const shownEnvironment = environment.value;
  const query = useLoad(
    () => bank.getCustomerAsOperator({ customerId: id, environment: shownEnvironment }, { reason }),
    [id, shownEnvironment],
  );
  return (
    <>
      <WhenLoaded query={query}>
        {(customer) => (
          <Card title={customer.name}>
            <Facts
              facts={[
                ['Id', <span class="id">{customer.id}</span>],
                ['Type', customer.type],
                ['Identity', <Badge value={customer.kycStatus} />],
                customer.riskLevel === null ? null : ['Risk', <Badge value={customer.riskLevel} />],
                customer.notCompared === null
                  ? null
                  : ['Sanctions lists', <NotCompared why={customer.notCompared} />],
                ['Date of birth', customer.dateOfBirth],
                ['Country', customer.country],
                ['Address', <AnyValue value={customer.address} />],
                ['E-mail', customer.email],
                ['Phone', customer.phone],
                ['Developer', <Id id={customer.developerId} />],
                ['Workflows', <WorkflowsLink by="customer" id={customer.id} />],
                ['Customer since', <Time at={customer.createdAt} />],
              ]}
            />
          </Card>
        )}
      </WhenLoaded>
      {may('listAccountsAsOperator') ? (
        <Card title="Accounts">
          <List
            caption="Accounts"
            emptyText="None."
            dependencies={[id, shownEnvironment]}
            load={(page) =>
              bank.listAccountsAsOperator(
                { environment: shownEnvironment, search: id, ...page },
                { reason },
              )
            }
            to={(account) => pathTo(`accounts/${account.id}`)}
            columns={[
              { name: 'Account', cell: (account) => <Id id={account.id} /> },
              { name: 'Name', cell: ({ name }) => name },
              { name: 'Status', cell: ({ status }) => <Badge value={status} /> },
              {
                name: 'Balance',
                isNumber: true,
                cell: ({ balance, currency }) => (
                  <Money minor={balance.current} currency={currency} />
                ),
              },
            ]}
          />
        </Card>
      ) : null}
    </>
  );
}
