// How each shell block in README.md and the other pages is tested: it runs here, another test runs
// it or does the same, or a reason states why it does not run. A new block needs an entry.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readSourceTree } from '../kit/tidy/source-tree.ts';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** `runs on files`: the page has another block for a bank on PostgreSQL. */
export type BlockTest =
  | 'runs'
  | 'runs on files'
  | { readonly by: string }
  | { readonly not: string };

const testedBy = (test: string): BlockTest => ({ by: test });
const notTested = (reason: string): BlockTest => ({ not: reason });
const CONTAINERS = notTested(
  'needs a container engine; test/compose.test.ts reads the files of it',
);
const HOWTO = testedBy('test/docs/models-howto.deep.test.ts');
const OAUTH = testedBy('test/docs/oauth.test.ts');

/** Entries by page, in the order of its blocks. */
export const BLOCK_TESTS: Readonly<Record<string, readonly BlockTest[]>> = {
  'CONTRIBUTING.md': [notTested('is what runs this test')],
  'README.md': [
    testedBy('test/scripts/run/supervisor.test.ts'),
    ...(['runs', 'runs', 'runs', 'runs'] as const),
  ],
  'docs/build/alerts.md': ['runs'],
  'docs/build/aml.md': ['runs', testedBy('test/api/aml/aml.happy.test.ts')],
  'docs/build/cli.md': ['runs'],
  'docs/build/contests.md': [
    'runs',
    testedBy('test/api/decisions/decisions.happy.test.ts'),
    testedBy('test/api/decisions/decision-proofs.security.test.ts'),
  ],
  'docs/build/credit.md': ['runs'],
  'docs/operate/deployment.md': [
    ...[CONTAINERS, CONTAINERS, CONTAINERS, CONTAINERS],
    notTested('needs a cluster; test/helm.test.ts renders what it would install'),
    notTested('needs a cluster of others; test/bank/temporal-access.test.ts connects to one'),
  ],
  'docs/start/first-transfer.md': [
    testedBy('test/docs/first-transfer.test.ts'),
    testedBy('test/docs/first-transfer.test.ts'),
  ],
  'docs/build/insight.md': ['runs', 'runs', 'runs'],
  'docs/build/kyc.md': ['runs', 'runs'],
  'docs/build/language.md': ['runs'],
  'docs/build/layer3.md': [
    'runs',
    notTested(
      'has places for a key and a root; docs/start/tour.md verifies one, test/chain/verify pins one',
    ),
    notTested('needs nodes of a public chain; test/chain runs against a development chain'),
    testedBy('test/chain/escrow.test.ts'),
    testedBy('test/chain/escrow.test.ts'),
  ],
  'docs/operate/mail.md': [notTested('needs a mail server of the reader, and starts a bank')],
  'docs/build/mfa.md': [notTested('has a place for the code that an app of the customer shows')],
  'docs/build/models-deploy.md': ['runs'],
  'docs/build/models-measure.md': [
    notTested('measures a version that the reader has trained on rows of their own'),
    testedBy('test/api/models/validation-report.happy.test.ts'),
    'runs',
  ],
  'docs/build/models-score.md': ['runs'],
  'docs/build/models-train.md': [
    'runs',
    notTested('trains on payments of 30 days, which a bank of a test does not have'),
  ],
  'docs/build/models-upload.md': ['runs', 'runs', 'runs'],
  'docs/build/models-walkthrough.md': [
    HOWTO,
    HOWTO,
    HOWTO,
    HOWTO,
    HOWTO,
    HOWTO,
    HOWTO,
    HOWTO,
    HOWTO,
  ],
  'docs/build/oauth.md': ['runs', OAUTH, OAUTH, OAUTH, OAUTH, OAUTH],
  'docs/operate/operators.md': ['runs', 'runs', 'runs', 'runs', 'runs'],
  'docs/build/rails.md': ['runs'],
  'docs/build/risk.md': [notTested('reads lists of a publisher, and starts a bank')],
  'docs/operate/runbook.md': [
    'runs',
    testedBy('test/bank/bank-move.test.ts'),
    'runs',
    'runs on files',
    testedBy('test/scripts/backup.test.ts'),
    testedBy('test/db/postgres/point-in-time.deep.test.ts'),
    'runs',
  ],
  'docs/start/sandbox.md': ['runs', 'runs', 'runs', testedBy('test/scripts/demo.test.ts'), 'runs'],
  'docs/build/schedules.md': ['runs'],
  'docs/build/screening.md': [
    'runs',
    testedBy('test/api/screening/screening-hits.happy.test.ts'),
    testedBy('test/api/risk/clearances.security.test.ts'),
    notTested('fetches the lists from those who publish them'),
  ],
  'docs/operate/settings.md': [testedBy('test/scripts/run/supervisor.test.ts')],
  'docs/start/tour.md': [
    testedBy('test/docs/tour-language.test.ts'),
    notTested('asks the UI of Temporal, which the server of the tests does not have'),
    'runs',
    testedBy('test/packages/cli/listen.test.ts'),
    testedBy('test/scripts/demo.test.ts'),
  ],
  'docs/build/webhooks.md': [
    'runs',
    'runs',
    testedBy('test/api/webhooks/deliveries.happy.test.ts'),
    testedBy('test/packages/cli/listen.test.ts'),
  ],
  'packages/cli/README.md': ['runs'],
  'research/names/README.md': [
    testedBy('test/research/sets.test.ts'),
    notTested('measures for many minutes; the figures stand in docs/build/screening.md'),
    notTested('measures for minutes; the figures stand in docs/build/screening.md'),
    notTested('measures for minutes; the figures stand in docs/build/screening.md'),
    notTested('measures for minutes; the figures stand in docs/build/screening.md'),
  ],
  'research/payments/README.md': [testedBy('test/research/sets.test.ts')],
};

/** Pages whose blocks use variables that the blocks of another page set. */
export const PREVIOUS_PAGE: Readonly<Record<string, string>> = {
  'docs/build/models-deploy.md': 'docs/build/models-upload.md',
  'docs/build/models-measure.md': 'docs/build/models-upload.md',
  'docs/build/models-score.md': 'docs/build/models-upload.md',
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
