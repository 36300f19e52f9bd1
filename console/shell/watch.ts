// The object of the open page, where looking at it is recorded in the audit log: the stream reports
// when it changes, and the person at the page decides whether to load it again.

import { computed, effect, type Signal, signal } from '@preact/signals';
import { ownChanges } from '../kit/load.tsx';
import { place } from './router.ts';
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

/** Null when the page shows no such object, or follows it by itself. */
export const watched = computed(() => {
  const [first = '', id] = place.value.path;
  const needs = id === undefined ? LISTS[first] : BY_ID[first];
  return needs !== undefined && may(needs) ? (id ?? first) : null;
});

/** True once the object has changed since the page showed it. */
export const isOutdated: Signal<boolean> = signal(false);

// Open data is loaded again in these cases.
effect(() => {
  watched.value;
  ownChanges.value;
  isOutdated.value = false;
});
