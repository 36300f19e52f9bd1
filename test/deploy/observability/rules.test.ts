// Rules and dashboard: every metric that they name is one of a running bank, every alert has its
// manual, and Prometheus' own tool accepts the rules and passes their unit tests.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { hasModule } from '../../kit/bank/bank.ts';
import { openSharedBank } from '../../kit/bank/shared-bank.ts';
import { findPromtool } from '../../kit/outside/promtool.ts';

const FOLDER = fileURLToPath(new URL('../../../deploy/observability/', import.meta.url));
const fileOf = (name: string) => readFileSync(join(FOLDER, name), 'utf8');
const docOf = (name: string) => readFileSync(join(FOLDER, '../../docs/operate', name), 'utf8');

interface Rules {
  readonly groups: readonly { readonly rules: readonly Rule[] }[];
}
interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly runbook: string };
}
interface Dashboard {
  readonly panels: readonly {
    readonly title: string;
    readonly targets: readonly { readonly expr: string }[];
  }[];
}

const RULES = 'prometheus/kontor.rules.yml';
const rules = (parse(fileOf(RULES)) as Rules).groups.flatMap((group) => group.rules);
const { panels } = JSON.parse(fileOf('grafana/kontor.json')) as Dashboard;
const drawn = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
const expressions = [...rules.map(({ expr }) => expr), ...drawn];

/** Metrics of the bank, with the labels that rules and panels use. */
const mentions = [
  ...new Set(
    expressions.flatMap((expression) => expression.match(/\b(kontor|process)_\w+/g) ?? []),
  ),
];

const promtool = findPromtool();
const reason = 'missing' in promtool ? promtool.missing : '';
if (reason) console.warn(`rules of Prometheus are not checked by promtool: ${reason}`);
const run = (...args: string[]) => {
  const command = 'command' in promtool ? promtool.command : '';
  return execFileSync(command, args, { cwd: join(FOLDER, 'prometheus'), encoding: 'utf8' });
};

test('every metric in a rule or a panel is a metric of the bank', async () => {
  const { bank } = await openSharedBank();
  const text = await (await fetch(`http://127.0.0.1:${bank.adminPort}/metrics`)).text();
  const kinds = new Map(
    [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, first, kind]) => [first, kind]),
  );
  const isKnown = (name: string) => {
    const base = name.replace(/_(bucket|count|sum)$/, '');
    return kinds.has(name) || (base !== name && kinds.get(base) === 'histogram');
  };
  expect(mentions.length).toBeGreaterThan(20);
  expect(mentions.filter((name) => !isKnown(name))).toEqual([]);
  // At each station where a payment can wait, the bank reports the age of the oldest; here nothing
  // waits: 0.
  const deliveries = hasModule('webhooks') ? ['delivery'] : [];
  for (const station of ['accepted', 'relay', ...deliveries]) {
    expect(text).toMatch(
      new RegExp(`kontor_oldest_seconds\\{environment="sandbox",station="${station}"\\} [\\d.]+`),
    );
  }
  expect(text).toMatch(/kontor_wedged_workflows\{environment="sandbox"\} \d+/);
  // Other files share this bank, and may have left a payment in review.
  if (hasModule('risk')) {
    expect(text).toMatch(
      /kontor_queue_open\{environment="production",queue="payment_reviews"\} \d+/,
    );
  }
  expect(text).toMatch(/kontor_backlog_limit\{environment="sandbox"\} 20000/);
});

test('each alert states its severity, its meaning and its recipe', () => {
  const manual = docOf('observability.md');
  const anchors = [...docOf('runbook.md').matchAll(/^## (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
  expect(rules.length).toBeGreaterThan(15);
  for (const { alert, labels, annotations } of rules) {
    expect(['critical', 'warning'], alert).toContain(labels.severity);
    expect(manual, alert).toContain(`| \`${alert}\` (${labels.severity}) |`);
    const [page, anchor] = annotations.runbook.split('#');
    expect([page, anchors.includes(anchor ?? '')], alert).toEqual([
      'docs/operate/runbook.md',
      true,
    ]);
  }
});

test('each alert has a unit test in which it fires', () => {
  const tests = fileOf('prometheus/kontor.rules.test.yml');
  const silent = rules.filter(({ alert }) => {
    return !new RegExp(`alertname: ${alert}\\n +exp_alerts:\\n`).test(tests);
  });
  expect(silent.map(({ alert }) => alert)).toEqual([]);
});

describe.skipIf(reason !== '')(`with promtool${reason && `: ${reason}`}`, () => {
  test('Prometheus accepts the rules, and their unit tests pass', () => {
    expect(run('check', 'rules', 'kontor.rules.yml')).toContain(`${rules.length} rules found`);
    for (const config of ['prometheus.yml', 'containers.yml']) {
      expect(run('check', 'config', config)).toContain('is valid');
    }
    expect(run('test', 'rules', 'kontor.rules.test.yml')).toContain('SUCCESS');
  });

  test('the queries of the panels are valid PromQL', () => {
    const folder = mkdtempSync(join(tmpdir(), 'kontor-panels-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const list = drawn.map((expr, index) => ({ record: `panel:${index}`, expr }));
    const file = join(folder, 'panels.yml');
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'panels', rules: list }] }));
    expect(run('check', 'rules', file)).toContain(`${drawn.length} rules found`);
  });
});
