// The table of contents of the product: all modules of the bank, each after those that it requires.

import { access } from './access/manifest.ts';
import { aml } from './aml/manifest.ts';
import { anchoring } from './anchoring/manifest.ts';
import { archives } from './archives/manifest.ts';
import { contracts } from './contracts/manifest.ts';
import { core } from './core/manifest.ts';
import { credit } from './credit/manifest.ts';
import { decisions } from './decisions/manifest.ts';
import { insight } from './insight/manifest.ts';
import { kyc } from './kyc/manifest.ts';
import { language } from './language/manifest.ts';
import { models } from './models/manifest.ts';
import type { Module } from './module.ts';
import { pages } from './pages/manifest.ts';
import { risk } from './risk/manifest.ts';
import { screening } from './screening/manifest.ts';
import { webhooks } from './webhooks/manifest.ts';

export const MODULES: readonly Module[] = [
  core,
  access,
  screening,
  kyc,
  aml,
  models,
  risk,
  credit,
  decisions,
  language,
  insight,
  anchoring,
  contracts,
  webhooks,
  archives,
  pages,
];
