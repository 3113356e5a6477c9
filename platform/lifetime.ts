/** Resolves at the first Ctrl-C or SIGTERM. A second one ends the process immediately. */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    let asked = false;
    const stop = () => {
      if (asked) process.exit(130);
      asked = true;
      resolve();
    };
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
  });
}

/** Runs a process's main function. On an error it prints the message without a stack and exits. */
export async function exitOnError(main: () => Promise<void>): Promise<void> {
  try {
    await main();
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : 'Cannot go on as an unknown error was thrown'}\n`);
    process.exit(1);
  }
}
