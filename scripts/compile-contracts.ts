// Compiles chain/contracts/*.sol and writes ABI, bytecode and their hashes into the same folder
// (`npm run contracts`). --check writes nothing and fails when the committed files differ.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import solc from 'solc';
import { readArtefact } from '../chain/artefact.ts';

const FOLDER = fileURLToPath(new URL('../chain/contracts/', import.meta.url));

// Paris has no opcode that an older layer-3 chain lacks; the metadata hash would change with the
// path of the folder.
const SETTINGS = {
  optimizer: { enabled: true, runs: 200 },
  evmVersion: 'paris',
  metadata: { bytecodeHash: 'none' },
};

const OUTPUTS = [
  'abi',
  'evm.bytecode.object',
  'evm.deployedBytecode.object',
  'evm.deployedBytecode.immutableReferences',
];

interface Immutable {
  readonly start: number;
  readonly length: number;
}

interface CompiledContract {
  readonly abi: readonly unknown[];
  readonly evm: {
    readonly bytecode: { readonly object: string };
    readonly deployedBytecode: {
      readonly object: string;
      readonly immutableReferences: Readonly<Record<string, readonly Immutable[]>>;
    };
  };
}

interface Output {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  readonly contracts?: Readonly<Record<string, Readonly<Record<string, CompiledContract>>>>;
}

/** Compiles every contract of the folder; returns the text to be committed, by file. */
export function compileContracts(): ReadonlyMap<string, string> {
  const sources = readdirSync(FOLDER).filter((file) => file.endsWith('.sol'));
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(
      sources.sort().map((file) => [file, { content: readFileSync(join(FOLDER, file), 'utf8') }]),
    ),
    settings: {
      ...SETTINGS,
      outputSelection: { '*': { '*': OUTPUTS } },
    },
  };
  const output: Output = JSON.parse(solc.compile(JSON.stringify(input)));
  const problems = output.errors ?? [];
  if (problems.length > 0)
    throw new Error(problems.map((problem) => problem.formattedMessage).join('\n'));
  return new Map(sources.map((file) => [artefactPath(file), formatArtefact(file, output)]));
}

function artefactPath(file: string): string {
  return join(FOLDER, `${basename(file, '.sol')}.json`);
}

function formatArtefact(file: string, output: Output): string {
  const name = basename(file, '.sol');
  const compiled = output.contracts?.[file]?.[name];
  if (!compiled) throw new Error(`${file} holds no contract ${name}`);
  const bytecode = `0x${compiled.evm.bytecode.object}`;
  const { object, immutableReferences } = compiled.evm.deployedBytecode;
  const runtimeCode = `0x${object}`;
  const artefact = {
    contract: name,
    compiler: solc.version(),
    settings: SETTINGS,
    sourceSha256: sha256(readFileSync(join(FOLDER, file), 'utf8')),
    abiSha256: sha256(JSON.stringify(compiled.abi)),
    bytecodeSha256: sha256(bytecode),
    runtimeSha256: sha256(runtimeCode),
    abi: compiled.abi,
    bytecode,
    runtimeCode,
    immutables: Object.values(immutableReferences).flat(),
  };
  return `${JSON.stringify(artefact, null, 2)}\n`;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const isCheck = process.argv.includes('--check');
  for (const [file, text] of compileContracts()) {
    if (!isCheck) {
      writeFileSync(file, text);
      process.stdout.write(`${readArtefact(basename(file, '.json')).contract}\n`);
    } else if (readFileSync(file, 'utf8') !== text) {
      process.stderr.write(`${basename(file)} is stale: node scripts/compile-contracts.ts\n`);
      process.exitCode = 1;
    }
  }
}
