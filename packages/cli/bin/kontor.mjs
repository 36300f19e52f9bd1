#!/usr/bin/env node
// The entry point of `npx kontor`. The commands are TypeScript, which Node runs from version 22.18
// on; older versions get a clear message here.

const [wantedMajor, wantedMinor] = [22, 18];
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) {
  const { main } = await import('../src/main.ts');
  await main(process.argv.slice(2), process.env);
} else {
  process.stderr.write(
    `kontor: this is Node ${process.versions.node}; 22.18 or newer is needed.\n` +
      'In the folder of the bank `npm run -s node -- packages/cli/bin/kontor.mjs …` downloads one and takes the same arguments.\n',
  );
  process.exitCode = 69;
}
