// The chart, as far as it can be tested without a cluster. Its templates are rendered with Helm and
// checked with kubeconform where both are installed; its agreement with the settings is checked
// everywhere. Both build from Go modules; `test/kit/outside/kube-schemas.ts` makes schemas without
// a network.

import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { SETTINGS } from '../bank/config/settings.ts';
import { writeSchemas } from './kit/outside/kube-schemas.ts';

const CHART = fileURLToPath(new URL('../deploy/helm/kontor', import.meta.url));
const fileOf = (name: string) => readFileSync(join(CHART, name), 'utf8');
const manifest = JSON.parse(
  readFileSync(fileURLToPath(new URL('../package.json', import.meta.url)), 'utf8'),
) as { version: string };
/** The configuration of the proxy, by the link in the chart. */
const proxy = fileOf('files/standby.cfg');
const templates = readdirSync(join(CHART, 'templates')).map((name) => fileOf(`templates/${name}`));

function isInstalled(program: string, flag: string): boolean {
  try {
    execFileSync(program, [flag], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
const hasHelm = isInstalled('helm', 'version');
const hasKubeconform = isInstalled('kubeconform', '-v');
/**
 * Where kubeconform finds the schemas of Kubernetes: `default` (its own place in the network),
 * another location, or an OpenAPI document of Kubernetes.
 */
const SCHEMAS = process.env.KUBECONFORM_SCHEMAS ?? '';
const hasConformity = hasHelm && hasKubeconform && SCHEMAS !== '';

function sayNotRun(label: string, reason: string): void {
  console.warn(`NOT RUN: ${label}: ${reason}`);
}
const HELM = 'helm is not installed (go install helm.sh/helm/v3/cmd/helm@latest)';
const KUBECONFORM =
  'kubeconform is not installed (go install github.com/yannh/kubeconform/cmd/kubeconform@latest)';
if (!hasHelm) sayNotRun('helm lint, and what the chart renders', HELM);
if (!hasHelm) sayNotRun('kubeconform', HELM);
else if (!hasKubeconform) sayNotRun('kubeconform', KUBECONFORM);
else if (!hasConformity) sayNotRun('kubeconform', 'KUBECONFORM_SCHEMAS names no schemas for it');

/** Values that turn everything on. */
const ALL_SETTINGS = [
  'ingress.enabled=true',
  'ingress.host=bank.example.com',
  'ingress.tlsSecret=bank-tls',
  'secretSettings.KONTOR_CHAIN_PASSPHRASE.name=chain',
  'secretSettings.KONTOR_CHAIN_PASSPHRASE.key=passphrase',
].flatMap((value) => ['--set', value]);

// A Helm that Go has built from its module takes every cluster for Kubernetes 1.20.
const CLUSTER = ['--kube-version', '1.33.0'];
const render = (values: readonly string[]) =>
  execFileSync('helm', ['template', 'bank', CHART, ...CLUSTER, ...values], { encoding: 'utf8' });
function lint(...flags: readonly string[]) {
  const { status, stdout } = spawnSync('helm', ['lint', CHART, ...CLUSTER, ...flags]);
  return { status, said: String(stdout) };
}

interface Resource {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly annotations?: Record<string, string> };
  readonly spec: ReturnType<typeof JSON.parse>;
}
const resourcesIn = (text: string) =>
  parseAllDocuments(text).flatMap((document) => (document.toJS() as Resource | null) ?? []);

describe('the Helm chart', () => {
  test('has the version of the engine', () => {
    expect(parse(fileOf('Chart.yaml')).appVersion).toBe(manifest.version);
  });

  test('names only settings that bank/config/settings.ts knows, and creates no secret', () => {
    const text = [...templates, fileOf('values.yaml')].join('\n');
    const known = SETTINGS.map(({ name }) => name);
    const mentions = [...text.matchAll(/\b(KONTOR_[A-Z_]+|TEMPORAL_ADDRESS)\b/g)].map(
      ([name]) => name,
    );
    const ofProxy = [...proxy.matchAll(/"\$\{(KONTOR_\w+)\}"/g)].map(([, name]) => name);
    expect(mentions.filter((name) => ![...known, ...ofProxy].includes(name))).toEqual([]);
    expect(text).not.toMatch(/^kind: Secret$/m);
  });
});

describe.skipIf(!hasHelm)('the rendered Helm chart', () => {
  test('passes helm lint, with its defaults and with everything turned on', () => {
    for (const values of [[], ALL_SETTINGS]) {
      const { status, said } = lint('--strict', ...values);
      expect(status, said).toBe(0);
    }
  });

  test('makes each role an unprivileged set of pods with probes', () => {
    const sets = resourcesIn(render([])).filter(({ kind }) => /Deployment|Set$/.test(kind));
    const ofBank = sets.filter(({ metadata }) => metadata.name !== 'bank-proxy');
    const roles = ofBank.map(({ spec }) => {
      const [container] = spec.template.spec.containers;
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(spec.template.spec.securityContext.runAsNonRoot).toBe(true);
      expect(container.readinessProbe.httpGet.path).toBe('/readyz');
      expect(container.livenessProbe.httpGet.path).toBe('/healthz');
      return container.env.find((item: { name: string }) => item.name === 'KONTOR_ROLE').value;
    });
    expect(roles.sort()).toEqual(['bank', 'training']);
    expect(sets).toHaveLength(3);
  });

  test("reads secrets from Secret objects, and passes the operator's key to the bank only", () => {
    const resources = resourcesIn(render(ALL_SETTINGS));
    const holders = resources.filter((resource) =>
      JSON.stringify(resource).includes('KONTOR_OPERATOR_KEY'),
    );
    expect(holders.map(({ metadata }) => metadata.name)).toEqual(['bank-bank']);
    const containers = resources.flatMap(({ spec }) => spec?.template?.spec?.containers ?? []);
    interface Variable {
      readonly name: string;
      readonly value?: string;
    }
    const env: Variable[] = containers.flatMap(
      (container: { env?: Variable[] }) => container.env ?? [],
    );
    const secret = /DATABASE_URL|_KEY$|PASSPHRASE/;
    const open = env.filter((item) => secret.test(item.name) && item.value !== undefined);
    expect(open).toEqual([]);
  });

  test('starts a writer and its standby one after the other, each with its own name and copy', () => {
    const bank = resourcesIn(render(ALL_SETTINGS)).find(({ kind }) => kind === 'StatefulSet');
    const { replicas, podManagementPolicy, volumeClaimTemplates, template } = bank?.spec ?? {};
    expect([replicas, podManagementPolicy]).toEqual([2, 'OrderedReady']);
    expect(volumeClaimTemplates.map((resource: Resource) => resource.metadata.name)).toEqual([
      'cache',
    ]);
    const [container] = template.spec.containers;
    const copies = container.env.find(({ name }: { name: string }) => name === 'KONTOR_COPY_DIR');
    const mount = container.volumeMounts.find(({ name }: { name: string }) => name === 'cache');
    expect(copies.value.startsWith(`${mount.mountPath}/`)).toBe(true);
  });

  test('sends requests by HAProxy to the two processes, by the names that they have', () => {
    const resources = resourcesIn(render(['--namespace', 'money']));
    const first = (kind: string, name: string) => {
      const resource = resources.find((it) => it.kind === kind && it.metadata.name === name);
      return resource ?? expect.fail(`${kind} ${name} is not there`);
    };
    const config = (first('ConfigMap', 'bank-proxy') as { data?: Record<string, string> }).data;
    expect(config?.['haproxy.cfg']?.trimEnd()).toBe(proxy.trimEnd());
    const bank = first('StatefulSet', 'bank-bank');
    expect(bank.spec.serviceName).toBe('bank-banks');
    expect(first('Service', 'bank-banks').spec.clusterIP).toBe('None');
    const [container] = first('Deployment', 'bank-proxy').spec.template.spec.containers;
    const env = Object.fromEntries(
      container.env.map(({ name, value }: { name: string; value: string }) => [name, value]),
    );
    const after = 'bank-banks.money.svc.cluster.local:8080';
    expect(env).toEqual({
      KONTOR_PROXY: ':8080',
      KONTOR_ONE: `bank-bank-0.${after}`,
      KONTOR_TWO: `bank-bank-1.${after}`,
    });
    const { labels } = first('Deployment', 'bank-proxy').spec.template.metadata;
    expect(labels).toMatchObject(first('Service', 'bank-bank').spec.selector);
  });

  test('refuses an unknown setting before anything is installed', () => {
    const { status, said } = lint('--set-string', 'settings.kontor_port=1');
    expect([status, said]).toEqual([1, expect.stringContaining("propertyName 'kontor_port'")]);
  });

  test.skipIf(!hasConformity)('passes kubeconform with every resource', () => {
    const isDocument = SCHEMAS.endsWith('.json') && !SCHEMAS.includes('{{');
    const location = isDocument ? writeSchemas(SCHEMAS) : SCHEMAS;
    onTestFinished(() => {
      if (isDocument) rmSync(dirname(location), { recursive: true });
    });
    const check = (input: string) => {
      const flags = ['-strict', '-output', 'json', '-summary', '-schema-location', location];
      return spawnSync('kubeconform', flags, { input, encoding: 'utf8' });
    };
    for (const values of [[], ALL_SETTINGS]) {
      const text = render(values);
      const { stdout, status } = check(text);
      const { resources = [], summary } = JSON.parse(stdout);
      expect([status, resources]).toEqual([0, []]);
      expect(summary).toMatchObject({ valid: resourcesIn(text).length, skipped: 0, errors: 0 });
    }
    // Proves that a misspelt field is found.
    expect(check(render([]).replace(/^( +)replicas:/m, '$1replikas:')).status).toBe(1);
  });
});
