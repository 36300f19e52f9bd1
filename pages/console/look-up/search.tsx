// Search over customers, accounts, transactions and developers at once.

import { List, type ListOrder, type Page, shortenPage } from '../kit/list.tsx';
import { Badge, Card, Id, Money, Time } from '../kit/show.tsx';
import { bank, type Schemas } from '../shell/bank.ts';
import { environment, pathTo, route } from '../shell/router.ts';
import { may } from '../shell/session.ts';
import { WithReason } from './reason.tsx';

export function SearchPage() {
  const search = route.value.query.get('q') ?? '';
  return (
    <>
      <h1>Search: {search}</h1>
      {search === '' ? (
        <p>Type into the search field above, or press /.</p>
      ) : (
        <WithReason>
          {(reason) => <SearchResults key={search} search={search} reason={reason} />}
        </WithReason>
      )}
    </>
  );
}

type ListName = 'customers' | 'accounts' | 'transactions' | 'developers';

/** The lists that may contain an id, by its prefix. The other lists are not searched for it. */
const LISTS_BY_PREFIX: Readonly<Record<string, readonly ListName[]>> = {
  cust: ['customers', 'accounts', 'transactions'],
  acc: ['accounts', 'transactions'],
  txn: ['transactions'],
  dev: ['developers'],
  app: ['developers'],
};

/** Returns the lists that may contain the id, or null for every list. */
function findLists(search: string): readonly ListName[] | null {
  const [, prefix = ''] = /^([a-z]+)_[0-7][0-9a-z]{25}$/.exec(search) ?? [];
  return LISTS_BY_PREFIX[prefix] ?? null;
}

interface SearchResultProps {
  readonly search: string;
  readonly reason: string;
}

function SearchResults({ search, reason }: SearchResultProps) {
  const shownEnvironment = environment.value;
  const filter = { environment: shownEnvironment, search };
  const dependencies = [shownEnvironment, search];
  const searchedLists = findLists(search);
  const isSearched = (list: ListName, operation: string) =>
    may(operation) && (searchedLists === null || searchedLists.includes(list));
  return (
    <>
      {isSearched('customers', 'listCustomersAsOperator') ? (
        <Card title="Customers">
          <List
            caption="Customers"
            emptyText="No customer."
            dependencies={dependencies}
            load={(page) => bank.listCustomersAsOperator({ ...filter, ...page }, { reason })}
            columns={[
              { name: 'Customer', cell: ({ id }) => <Id id={id} /> },
              { name: 'Name', cell: ({ name }) => name },
              { name: 'E-mail', cell: ({ email }) => email ?? '–' },
              { name: 'Identity', cell: ({ kycStatus }) => <Badge value={kycStatus} /> },
            ]}
          />
        </Card>
      ) : null}
      {isSearched('accounts', 'listAccountsAsOperator') ? (
        <Card title="Accounts">
          <List
            caption="Accounts"
            emptyText="No account."
            dependencies={dependencies}
            load={(page) => bank.listAccountsAsOperator({ ...filter, ...page }, { reason })}
            columns={[
              { name: 'Account', cell: ({ id }) => <Id id={id} /> },
              { name: 'Name', cell: ({ name }) => name },
              { name: 'Number', cell: ({ accountNumber }) => accountNumber },
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
      {isSearched('transactions', 'listTransactionsAsOperator') ? (
        <Card title="Transactions">
          <Transactions dependencies={dependencies} filter={filter} reason={reason} />
        </Card>
      ) : null}
      {isSearched('developers', 'listDevelopersAsOperator') ? (
        <Developers search={search} reason={reason} />
      ) : null}
    </>
  );
}

function Developers({ search, reason }: SearchResultProps) {
  return (
    <Card title="Developers">
      <List
        caption="Developers"
        emptyText="No developer."
        dependencies={[search]}
        load={(page) => bank.listDevelopersAsOperator({ search, ...page }, { reason })}
        columns={[
          { name: 'Developer', cell: ({ id }) => <Id id={id} /> },
          { name: 'Company', cell: ({ company }) => company },
          { name: 'E-mail', cell: ({ email }) => email },
          { name: 'Status', cell: ({ status }) => <Badge value={status} /> },
        ]}
      />
    </Card>
  );
}

interface TransactionsProps {
  readonly dependencies: readonly string[];
  readonly filter: { readonly environment: 'sandbox' | 'production'; readonly search: string };
  readonly reason: string;
  /** The request of another part of the page for at least as many of the newest transactions. */
  latest?(): Promise<Page<Schemas['OperatorTransaction']>>;
}

/** Payments that a search finds, newest first. */
export function Transactions({ dependencies, filter, reason, latest }: TransactionsProps) {
  const load = async (page: ListOrder) => {
    const isFirst = page.startingAfter === undefined;
    if (latest !== undefined && isFirst) return shortenPage(await latest(), page.limit);
    return bank.listTransactionsAsOperator({ ...filter, ...page }, { reason });
  };
  return (
    <List
      caption="Transactions"
      emptyText="No transaction."
      dependencies={dependencies}
      load={load}
      to={({ id }) => pathTo(`transactions/${id}`)}
      columns={[
        { name: 'Transaction', cell: ({ id }) => <Id id={id} /> },
        { name: 'Type', cell: ({ type }) => type },
        { name: 'Status', cell: ({ status }) => <Badge value={status} /> },
        {
          name: 'Amount',
          isNumber: true,
          cell: ({ amountPosted, amount, currency }) => (
            <Money minor={amountPosted ?? amount} currency={currency} />
          ),
        },
        { name: 'Description', cell: ({ description }) => description ?? '–' },
        { name: 'Time', cell: ({ createdAt }) => <Time at={createdAt} /> },
      ]}
    />
  );
}
