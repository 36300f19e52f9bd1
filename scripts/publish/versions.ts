// The versions of the published packages: all are that of the bank, and made for its API.

import { CURRENT_VERSION } from '../../api/kit/version.ts';

/** Each package comes after the packages that it depends on. */
export const PACKAGES = ['verify', 'client', 'cli'] as const;

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly kontor?: { readonly apiVersion?: string };
  readonly bin?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}

type StatedVersion = readonly [place: string, version: string | undefined];

/**
 * Faults of the versions, a line each.
 * @param textOf reads a file of the repository
 */
export function findVersionFaults(textOf: (path: string) => string): string[] {
  const manifestOf = (path: string): Manifest => JSON.parse(textOf(path));
  const inText = (path: string, pattern: RegExp): StatedVersion => [
    path,
    pattern.exec(textOf(path))?.[1],
  ];
  const python = 'packages/python';
  const { version } = manifestOf('package.json');
  const paths = PACKAGES.map((name) => `packages/${name}/package.json`);
  const versions: StatedVersion[] = [
    ...paths.map((path): StatedVersion => [path, manifestOf(path).version]),
    ...paths.flatMap((path) => dependenciesOf(path, manifestOf(path))),
    inText('packages/cli/src/main.ts', /VERSION = '([^']+)'/),
    inText(`${python}/pyproject.toml`, /^version = "([^"]+)"/m),
    inText(`${python}/kontor/__init__.py`, /__version__ = "([^"]+)"/),
    inText(`${python}/kontor/transport.py`, /kontor-python\/([\d.]+)"/),
  ];
  const apiVersions: StatedVersion[] = [
    ...paths.map((path): StatedVersion => [path, manifestOf(path).kontor?.apiVersion]),
    inText(`${python}/pyproject.toml`, /^api-version = "([^"]+)"/m),
  ];
  return [
    ...versions
      .filter(([, stated]) => stated !== version)
      .map(([place, stated]) => `${place} has version ${stated}, the bank ${version}`),
    ...apiVersions
      .filter(([, version]) => version !== CURRENT_VERSION)
      .map(([place, version]) => `${place} is for the API ${version}, it is ${CURRENT_VERSION}`),
  ];
}

/** Returns the packages of the repository that a package depends on. */
function dependenciesOf(path: string, { dependencies = {} }: Manifest): StatedVersion[] {
  return Object.entries(dependencies)
    .filter(([name]) => name.startsWith('@kontor/'))
    .map(([name, version]) => [`${path} (${name})`, version]);
}
