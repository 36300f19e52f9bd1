// The object that the page shows, when each read of it is recorded in the audit log: the stream
// reports its changes, and the person at the page decides whether to load it again.

import { computed, effect, type Signal, signal } from '@preact/signals';
import { ownChanges } from '../kit/load.tsx';
import { route } from './router.ts';
import { may } from './session.ts';

/** The operation that shows an object, by the first part of the address. */
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

/** The watched object, or null when the page shows no such object or reloads it by itself. */
export const watched = computed(() => {
  const [first = '', id] = route.value.path;
  const needs = id === undefined ? LISTS[first] : BY_ID[first];
  return needs !== undefined && may(needs) ? (id ?? first) : null;
});

/** True once the object has changed since the page showed it. */
export const isOutdated: Signal<boolean> = signal(false);

// In these cases the page loads its data again, so that it is up to date.
effect(() => {
  watched.value;
  ownChanges.value;
  isOutdated.value = false;
});
