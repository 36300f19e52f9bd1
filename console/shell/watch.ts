// What the page that is open is about, where a look at it is in the audit log: the stream says when
// it changes, and the person at the page decides about another look.

import { computed, effect, type Signal, signal } from '@preact/signals';
import { ownChanges } from '../kit/load.tsx';
import { place } from './router.ts';
import { may } from './session.ts';

/** By the first part of the address: what shows it. */
const BY_ID: Readonly<Record<string, string>> = {
  transactions: 'getTransactionAsOperator',
  accounts: 'getAccountAsOperator',
  customers: 'getCustomerAsOperator',
  developers: 'getDeveloperAsOperator',
  work: 'getWork',
};
const LISTS: Readonly<Record<string, string>> = {
  applications: 'listApplications',
  audit: 'listAudit',
};

/** Null: the page shows nothing of that kind, or follows it by itself. */
export const watched = computed(() => {
  const [first = '', id] = place.value.path;
  const needs = id === undefined ? LISTS[first] : BY_ID[first];
  return needs !== undefined && may(needs) ? (id ?? first) : null;
});

/** True once what the page is about is no longer as the page shows it. */
export const isOutdated: Signal<boolean> = signal(false);

// Whatever is open is asked anew then.
effect(() => {
  watched.value;
  ownChanges.value;
  isOutdated.value = false;
});
