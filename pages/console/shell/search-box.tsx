// The search in the frame: `/` goes there, Enter searches.

import { useRef } from 'preact/hooks';
import { useKeys } from '../kit/keyboard.tsx';
import { objectPage } from '../kit/show.tsx';
import { navigate, pathTo } from './router.ts';
import { may } from './session.ts';

const SEARCHES = [
  'listCustomersAsOperator',
  'listAccountsAsOperator',
  'listTransactionsAsOperator',
  'listDevelopersAsOperator',
];

export function SearchBox() {
  const field = useRef<HTMLInputElement>(null);
  useKeys([{ keys: '/', does: 'Search', run: () => field.current?.focus() }]);
  if (!SEARCHES.some(may)) return null;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const text = field.current?.value.trim() ?? '';
    if (text === '') return;
    const page = /^[a-z]+_[0-7][0-9a-z]{25}$/.test(text) ? objectPage.addressOf(text) : null;
    navigate(page ?? `${pathTo('search')}?q=${encodeURIComponent(text)}`);
    field.current?.blur();
  };
  return (
    <search>
      <form onSubmit={submit}>
        <input
          ref={field}
          type="search"
          aria-label="Search customers, accounts, transactions, developers"
          placeholder="Name, id, number, e-mail, amount"
          maxLength={200}
        />
      </form>
    </search>
  );
}
