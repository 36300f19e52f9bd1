// The page of each kind of object.

import { objectPage } from '../kit/show.tsx';
import { pathTo } from './router.ts';

const PAGES: Readonly<Record<string, string>> = {
  txn: 'transactions',
  sch: 'schedules',
  acc: 'accounts',
  cust: 'customers',
  dev: 'developers',
  wh: 'webhooks',
  bat: 'jobs',
  exe: 'jobs',
  mail: 'jobs',
  job: 'jobs',
  mdv: 'models',
  mdl: 'inventory',
  rvw: 'work',
  kyc: 'work',
  hit: 'work',
  aml: 'work',
  case: 'work',
  crd: 'work',
  cnt: 'work',
  dec: 'decisions',
};

objectPage.addressOf = (id) => {
  const folder = PAGES[id.split('_')[0] ?? ''];
  return folder === undefined ? null : pathTo(`${folder}/${id}`);
};
