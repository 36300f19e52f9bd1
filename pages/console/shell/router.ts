// The current page, determined by the address, so that every page can be sent to a colleague.

import { computed, effect } from '@preact/signals';
import { address, interceptLinks } from '../kit/address.ts';

export { navigate, setQuery } from '../kit/address.ts';

export type Environment = 'sandbox' | 'production';

const ROOT = '/console';
const ENVIRONMENT_KEY = 'kontor.environment';

/** The environment and the path of the shown page. */
export const route = computed(() => {
  const [path = '', query = ''] = address.value.split('?');
  const [part = '', ...rest] = path.slice(ROOT.length).split('/').filter(Boolean);
  const isNamed = part === 'sandbox' || part === 'production';
  return {
    environment: (isNamed ? part : readStoredEnvironment()) as Environment,
    isNamed,
    path: rest.map(decodeURIComponent),
    query: new URLSearchParams(query),
  };
});

export const environment = computed(() => route.value.environment);

function readStoredEnvironment(): Environment {
  return localStorage.getItem(ENVIRONMENT_KEY) === 'production' ? 'production' : 'sandbox';
}

/**
 * The address of a page in the environment that is looked at.
 * @param path such as `work/rvw_…`
 */
export function pathTo(path: string, pathEnvironment: Environment = environment.value): string {
  return `${ROOT}/${pathEnvironment}/${path}`;
}

effect(() => {
  if (route.value.isNamed) localStorage.setItem(ENVIRONMENT_KEY, environment.value);
});

interceptLinks(ROOT);
