/** Entry of `bun run histories <workflow>`: records what `test/workflows/replay.test.ts` replays. */
async function main([name = '']: readonly string[]): Promise<void> {
  const { record } = (await import(`./record-${name}.ts`)) as { record(): Promise<void> };
  await record();
  process.exit();
}

await main(process.argv.slice(2));

export {};
