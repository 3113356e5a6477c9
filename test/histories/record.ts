/** Entry of `bun run histories <workflow>`: records what `test/workflows/replay.test.ts` replays. */
const [name = ''] = process.argv.slice(2);
const { record } = (await import(`./record-${name}.ts`)) as { record(): Promise<void> };
await record();
process.exit();
