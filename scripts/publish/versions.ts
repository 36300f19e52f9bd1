// The versions of the published packages: all are that of the bank, and made for its API.

import { CURRENT_VERSION } from '../../api/kit/version.ts';

/** In the order in which they need each other. */
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

type Found = readonly [place: string, version: string | undefined];

/** Faults of the versions, a line each. @param textOf reads a file of the repository */
export function versionFaults(textOf: (path: string) => string): string[] {
  const manifestOf = (path: string): Manifest => JSON.parse(textOf(path));
  const inText = (path: string, pattern: RegExp): Found => [path, pattern.exec(textOf(path))?.[1]];
  const python = 'packages/python';
  const { version } = manifestOf('package.json');
  const paths = PACKAGES.map((name) => `packages/${name}/package.json`);
  const versions: Found[] = [
    ...paths.map((path): Found => [path, manifestOf(path).version]),
    ...paths.flatMap((path) => dependenciesOf(path, manifestOf(path))),
    inText('packages/cli/src/main.ts', /VERSION = '([^']+)'/),
    inText(`${python}/pyproject.toml`, /^version = "([^"]+)"/m),
    inText(`${python}/kontor/__init__.py`, /__version__ = "([^"]+)"/),
    inText(`${python}/kontor/transport.py`, /kontor-python\/([\d.]+)"/),
  ];
  const made: Found[] = [
    ...paths.map((path): Found => [path, manifestOf(path).kontor?.apiVersion]),
    inText(`${python}/pyproject.toml`, /^api-version = "([^"]+)"/m),
  ];
  return [
    ...versions
      .filter(([, found]) => found !== version)
      .map(([place, found]) => `${place} has version ${found}, the bank ${version}`),
    ...made
      .filter(([, found]) => found !== CURRENT_VERSION)
      .map(([place, found]) => `${place} is for the API ${found}, it is ${CURRENT_VERSION}`),
  ];
}

/** The packages of the repository that one needs. */
function dependenciesOf(path: string, { dependencies = {} }: Manifest): Found[] {
  return Object.entries(dependencies)
    .filter(([name]) => name.startsWith('@kontor/'))
    .map(([name, version]) => [`${path} (${name})`, version]);
}
