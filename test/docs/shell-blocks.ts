// How each shell block in README.md and the other pages is tested: it runs here, another test runs
// it or does the same, or a reason states why it does not run. A new block needs an entry.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readSourceTree } from '../kit/tidy/source-tree.ts';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** `runs on files`: the page has another block for a bank on PostgreSQL. */
export type Fate = 'runs' | 'runs on files' | { readonly by: string } | { readonly not: string };

const by = (test: string): Fate => ({ by: test });
const not = (reason: string): Fate => ({ not: reason });
const CONTAINERS = not('needs a container engine; test/compose.test.ts reads the files of it');
const HOWTO = by('test/docs/models-howto.deep.test.ts');
const OAUTH = by('test/docs/oauth.test.ts');

/** Entries by page, in the order of its blocks. */
export const FATES: Readonly<Record<string, readonly Fate[]>> = {
  'CONTRIBUTING.md': [not('is what runs this test')],
  'README.md': [
    by('test/scripts/run/supervisor.test.ts'),
    ...(['runs', 'runs', 'runs', 'runs'] as const),
  ],
  'docs/build/alerts.md': ['runs'],
  'docs/build/aml.md': ['runs', by('test/api/aml/aml.happy.test.ts')],
  'docs/build/cli.md': ['runs'],
  'docs/build/contests.md': [
    'runs',
    by('test/api/decisions/decisions.happy.test.ts'),
    by('test/api/decisions/decision-proofs.security.test.ts'),
  ],
  'docs/build/credit.md': ['runs'],
  'docs/operate/deployment.md': [
    ...[CONTAINERS, CONTAINERS, CONTAINERS, CONTAINERS],
    not('needs a cluster; test/helm.test.ts renders what it would install'),
    not('needs a cluster of others; test/bank/temporal-access.test.ts connects to one'),
  ],
  'docs/start/first-transfer.md': [
    by('test/docs/first-transfer.test.ts'),
    by('test/docs/first-transfer.test.ts'),
  ],
  'docs/build/insight.md': ['runs', 'runs', 'runs'],
  'docs/build/kyc.md': ['runs', 'runs'],
  'docs/build/language.md': ['runs'],
  'docs/build/layer3.md': [
    'runs',
    not(
      'has places for a key and a root; docs/start/tour.md verifies one, test/chain/verify pins one',
    ),
    not('needs nodes of a public chain; test/chain runs against a development chain'),
    by('test/chain/escrow.test.ts'),
    by('test/chain/escrow.test.ts'),
  ],
  'docs/operate/mail.md': [not('needs a mail server of the reader, and starts a bank')],
  'docs/build/mfa.md': [not('has a place for the code that an app of the customer shows')],
  'docs/build/models-howto.md': [
    ...[HOWTO, HOWTO, HOWTO, HOWTO, HOWTO, HOWTO, HOWTO, HOWTO, HOWTO],
    ...(['runs', 'runs', 'runs', 'runs', 'runs'] as const),
    not('measures a version that the reader has trained on rows of their own'),
    by('test/api/models/validation-report.happy.test.ts'),
    'runs',
    'runs',
    not('trains on payments of 30 days, which a bank of a test does not have'),
  ],
  'docs/build/oauth.md': ['runs', OAUTH, OAUTH, OAUTH, OAUTH, OAUTH],
  'docs/operate/operators.md': ['runs', 'runs', 'runs', 'runs', 'runs'],
  'docs/build/rails.md': ['runs'],
  'docs/build/risk.md': [not('reads lists of a publisher, and starts a bank')],
  'docs/operate/runbook.md': [
    'runs',
    by('test/bank/bank-move.test.ts'),
    'runs',
    'runs on files',
    by('test/scripts/backup.test.ts'),
    by('test/db/postgres/point-in-time.deep.test.ts'),
    'runs',
  ],
  'docs/start/sandbox.md': ['runs', 'runs', 'runs', by('test/scripts/demo.test.ts'), 'runs'],
  'docs/build/schedules.md': ['runs'],
  'docs/build/screening.md': [
    'runs',
    by('test/api/screening/screening-hits.happy.test.ts'),
    by('test/api/screening/clearances.security.test.ts'),
    not('fetches the lists from those who publish them'),
  ],
  'docs/operate/settings.md': [by('test/scripts/run/supervisor.test.ts')],
  'docs/start/tour.md': [
    by('test/docs/tour-language.test.ts'),
    not('asks the UI of Temporal, which the server of the tests does not have'),
    'runs',
    by('test/packages/cli/listen.test.ts'),
    by('test/scripts/demo.test.ts'),
  ],
  'docs/build/webhooks.md': [
    'runs',
    'runs',
    by('test/api/webhooks/deliveries.happy.test.ts'),
    by('test/packages/cli/listen.test.ts'),
  ],
  'packages/cli/README.md': ['runs'],
  'research/names/README.md': [
    by('test/research/sets.test.ts'),
    not('measures for many minutes; the figures stand in docs/build/screening.md'),
    not('measures for minutes; the figures stand in docs/build/screening.md'),
    not('measures for minutes; the figures stand in docs/build/screening.md'),
    not('measures for minutes; the figures stand in docs/build/screening.md'),
  ],
  'research/payments/README.md': [by('test/research/sets.test.ts')],
};

/** Returns the shell blocks of every page. */
export function blocksByPage(): Map<string, string[]> {
  const pages = readSourceTree(ROOT).filter(({ path }) => path.endsWith('.md'));
  const result = pages.map(({ path, text }) => [path, shellOf(text)] as const);
  return new Map(result.filter(([, blocks]) => blocks.length > 0).map(([a, b]) => [a, [...b]]));
}

function shellOf(text: string): string[] {
  const fence = /^```(?:sh|bash|shell|zsh)\n(.*?)^```/gms;
  return [...text.matchAll(fence)].map(([, lines = '']) => lines);
}

/** Returns the block that defines `call` and `field`. */
export function helpers(): string {
  const readme = readFileSync(`${ROOT}README.md`, 'utf8');
  return shellOf(readme).find((lines) => lines.includes('field() {')) ?? '';
}
